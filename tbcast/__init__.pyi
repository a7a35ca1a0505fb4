from tbcast import (
    backcompat as backcompat,
    return_types as return_types,
    special as special,
    storage as storage,
    utils as utils,
)
from tbcast._C import *
from tbcast._explain import explain as explain
from tbcast._legacy import (
    BFloat16Tensor as BFloat16Tensor,
    BoolTensor as BoolTensor,
    ByteTensor as ByteTensor,
    CharTensor as CharTensor,
    DoubleTensor as DoubleTensor,
    FloatTensor as FloatTensor,
    HalfTensor as HalfTensor,
    IntTensor as IntTensor,
    LongTensor as LongTensor,
    ShortTensor as ShortTensor,
    set_default_tensor_type as set_default_tensor_type,
)
from tbcast._policy import (
    BroadcastPolicyError as BroadcastPolicyError,
    BroadcastPolicyWarning as BroadcastPolicyWarning,
    broadcast_policy as broadcast_policy,
)
from tbcast._printing import set_printoptions as set_printoptions
from tbcast._version import __version__ as __version__
from tbcast.storage import TypedStorage as TypedStorage
