"""`lpcheck explore`: a local page on which one moves ε, priors and mechanisms and sees the verdict.

A state is a query string (:mod:`.state`); :mod:`.answer`, :mod:`.curve` and :mod:`.regimes` answer
it, in a process of their own that can be abandoned (:mod:`.worker`, :mod:`.lanes`); :mod:`.app`
serves that to this machine alone, behind :mod:`.guard`. Starlette and uvicorn, small, old enough
and kept by the same hands, come with the extra `explore`; the page is plain HTML, CSS and modules.
"""
