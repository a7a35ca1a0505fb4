from tbcast import (
    array_api as array_api,
    as_torch as as_torch,
    audit as audit,
    backcompat as backcompat,
    backends as backends,
    cuda as cuda,
    fft as fft,
    linalg as linalg,
    nn as nn,
    overrides as overrides,
    return_types as return_types,
    serialization as serialization,
    special as special,
    storage as storage,
    testing as testing,
    utils as utils,
)
from tbcast._C import *
from tbcast._compat.constructors import *
from tbcast._compat.determinism import (
    are_deterministic_algorithms_enabled as are_deterministic_algorithms_enabled,
    is_deterministic_algorithms_warn_only_enabled as is_deterministic_algorithms_warn_only_enabled,
    use_deterministic_algorithms as use_deterministic_algorithms,
)
from tbcast._compat.grad import (
    enable_grad as enable_grad,
    inference_mode as inference_mode,
    is_grad_enabled as is_grad_enabled,
    is_inference_mode_enabled as is_inference_mode_enabled,
    no_grad as no_grad,
    set_grad_enabled as set_grad_enabled,
)
from tbcast._compat.overriding import (
    DisableTorchFunction as DisableTorchFunction,
    DisableTorchFunctionSubclass as DisableTorchFunctionSubclass,
)
from tbcast._compat.typed_storage import (
    BFloat16Storage as BFloat16Storage,
    BoolStorage as BoolStorage,
    ByteStorage as ByteStorage,
    CharStorage as CharStorage,
    ComplexDoubleStorage as ComplexDoubleStorage,
    ComplexFloatStorage as ComplexFloatStorage,
    DoubleStorage as DoubleStorage,
    FloatStorage as FloatStorage,
    HalfStorage as HalfStorage,
    IntStorage as IntStorage,
    LongStorage as LongStorage,
    ShortStorage as ShortStorage,
)
from tbcast._composite.contractions import (
    cdist as cdist,
    chain_matmul as chain_matmul,
    tensordot as tensordot,
)
from tbcast._composite.einsum import einsum as einsum
from tbcast._composite.positions import unravel_index as unravel_index
from tbcast._composite.shapes import (
    block_diag as block_diag,
    cartesian_prod as cartesian_prod,
    meshgrid as meshgrid,
)
from tbcast._explain import explain as explain
from tbcast._policy import (
    BroadcastPolicyError as BroadcastPolicyError,
    BroadcastPolicyWarning as BroadcastPolicyWarning,
    broadcast_policy as broadcast_policy,
)
from tbcast._printing import set_printoptions as set_printoptions
from tbcast._version import __version__ as __version__
from tbcast.serialization import load as load, save as save
from tbcast.storage import TypedStorage as TypedStorage
from tbcast.utils.dlpack import from_dlpack as from_dlpack
