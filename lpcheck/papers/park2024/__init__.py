"""Park, Asoodeh, Lee: Exactly minimax-optimal locally differentially private sampling (2024)."""
