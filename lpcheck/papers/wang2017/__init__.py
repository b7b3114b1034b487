"""Wang, Blocki, Li, Jha: Locally differentially private protocols for frequency estimation."""
