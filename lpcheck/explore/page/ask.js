// Questions to the server. Of each kind only the newest counts: an older one is given up.

const RETRY = 300;
const waiting = new Map();

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** The answer, or null where a newer question of the same kind was asked meanwhile. */
export async function ask(kind, query) {
  waiting.get(kind)?.abort();
  const mine = new AbortController();
  waiting.set(kind, mine);
  const given = () => mine.signal.aborted;
  while (!given()) {
    let found;
    try {
      const sent = {method: "POST", body: query, signal: mine.signal};
      const response = await fetch(`ask/${kind}`, sent);
      if (!response.ok) throw new Error(`${response.status}`);
      found = await response.json();
    } catch {
      if (given()) return null;
      return {error: {field: "", text: "lpcheck does not answer: start lpcheck explore again, " +
        "with this page's address as its argument"}};
    }
    if (given()) return null;
    if (!found.superseded) return found;
    await pause(RETRY);  // by another tab of this page
  }
  return null;
}

/** Nobody waits for an answer of this kind any more. */
export function giveUp(kind) {
  waiting.get(kind)?.abort();
}
