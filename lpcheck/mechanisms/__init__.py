"""Closed-form mechanisms: functions from parameters to arrays that know nothing of solvers.

ε is in nats everywhere. Rows of a kernel are inputs. Entries below what a double holds, which is
where ε passes 708, are zero.

References:
    kairouz2016: P. Kairouz, S. Oh, P. Viswanath, "Extremal Mechanisms for Local Differential
        Privacy", JMLR 17(17):1-51, 2016, https://arxiv.org/abs/1407.1338.
    park2024: H.-Y. Park, S. Asoodeh, S.-H. Lee, "Exactly Minimax-Optimal Locally Differentially
        Private Sampling", NeurIPS 37:10274-10319, 2024.
    ghoukasian2025: H. Ghoukasian, B. Lee, S. Asoodeh, "Locally Optimal Private Sampling: Beyond the
        Global Minimax", 2025.
    zamanlooy2025: B. Zamanlooy, M. Diaz, S. Asoodeh, "Locally Private Sampling with Public Data",
        AISTATS 2025, https://arxiv.org/abs/2411.08791.
"""

from .binary import binary_hypothesis, binary_information, most_balanced_subset
from .binned_noise import gaussian_binned, gaussian_delta, gaussian_scale, laplace_binned
from .clipped_sampler import (
    class_band,
    class_risk,
    class_sampler,
    clipped_sampler,
    global_risk,
    global_sampler,
    local_sampler,
)
from .frequency_oracles import (
    DIFFERENCE_SETS,
    cyclic_design,
    hadamard_response,
    hash_cells,
    local_hashing,
    optimized_unary_encoding,
    symmetric_unary_encoding,
)
from .geometric import geometric_as_printed, truncated_geometric
from .keep_or_redraw import keep_or_redraw, keep_probability
from .linear_sampler import linear_risk, linear_sampler, linear_weight
from .metric import exponential_mechanism, geometric_with_remap
from .projection import Projection, project, tv_projection_value
from .public_prior import (
    apply_kernel,
    binary_kernel,
    optimal_diagonal,
    public_prior_kernel,
    public_prior_kernel_as_printed,
)
from .quaternary import quaternary
from .randomized_response import randomized_response
from .relative_mollifier import (
    husain_worst_case_diagonal,
    normaliser_exists,
    relative_mollifier,
)
from .subset_selection import subset_mechanism

__all__ = [
    "DIFFERENCE_SETS",
    "Projection",
    "apply_kernel",
    "binary_hypothesis",
    "binary_information",
    "binary_kernel",
    "class_band",
    "class_risk",
    "class_sampler",
    "clipped_sampler",
    "cyclic_design",
    "exponential_mechanism",
    "gaussian_binned",
    "gaussian_delta",
    "gaussian_scale",
    "geometric_as_printed",
    "geometric_with_remap",
    "global_risk",
    "global_sampler",
    "hadamard_response",
    "hash_cells",
    "husain_worst_case_diagonal",
    "keep_or_redraw",
    "keep_probability",
    "laplace_binned",
    "linear_risk",
    "linear_sampler",
    "linear_weight",
    "local_hashing",
    "local_sampler",
    "most_balanced_subset",
    "normaliser_exists",
    "optimal_diagonal",
    "optimized_unary_encoding",
    "project",
    "public_prior_kernel",
    "public_prior_kernel_as_printed",
    "quaternary",
    "randomized_response",
    "relative_mollifier",
    "subset_mechanism",
    "symmetric_unary_encoding",
    "truncated_geometric",
    "tv_projection_value",
]
