"""torch.nn.utils.fusion: functions of layers, which cannot be called."""

from torch.nn.utils import absent

fuse_conv_bn_eval = absent("fuse_conv_bn_eval")
fuse_conv_bn_weights = absent("fuse_conv_bn_weights")
fuse_linear_bn_eval = absent("fuse_linear_bn_eval")
fuse_linear_bn_weights = absent("fuse_linear_bn_weights")
