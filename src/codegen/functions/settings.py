"""Rows of functions for process-wide state: the default dtype and generator, threads, cached memory."""

from codegen.functions.row import Function


def setting(name, summary, body, overload="", **facts):
    return Function(name, summary, (overload,), body, method=False, **{"raises": "", **facts})


ROWS = (
    setting(
        "get_default_dtype",
        "The default dtype, which Python floats get.",
        "get_default_dtype",
        returns="_dtype",
        example=("torch.get_default_dtype()", "torch.float32"),
        shapes="asks",
    ),
    setting(
        "set_default_dtype",
        "Sets the default dtype, which Python floats get.",
        "set_default_dtype",
        "object d, /",
        returns="None",
        stub_types={"d": "_dtype"},
        raises="Raises TypeError unless d is a real floating dtype.",
        example=("torch.set_default_dtype(torch.float32)", ""),
    ),
    setting(
        "manual_seed",
        "Seeds the default generator, and returns it.",
        "manual_seed",
        "object seed",
        returns="Generator",
        stub_types={"seed": "_int"},
        operands="seed: converted by int(seed); in [-2**63, 2**64).",
        raises="Raises ValueError outside that range.",
        example=("torch.manual_seed(5).initial_seed()", "5"),
    ),
    setting(
        "initial_seed",
        "The seed with which the default generator started; unpredictable unless one was set.",
        "initial_seed",
        returns="_int",
        example=("torch.manual_seed(5).initial_seed() == torch.initial_seed()", "True"),
        shapes="asks",
    ),
    setting(
        "seed",
        "Seeds the default generator unpredictably, and returns the seed.",
        "seed",
        returns="_int",
        example=("torch.seed() == torch.initial_seed()", "True"),
    ),
    setting(
        "get_rng_state",
        "The default generator's state.",
        "get_rng_state",
        result="Result: a tensor of 5056 bytes, in PyTorch's format.",
        example=("torch.get_rng_state().shape", "torch.Size([5056])"),
        shapes="asks",
    ),
    setting(
        "set_rng_state",
        "Restores a state of the default generator that get_rng_state returned.",
        "set_rng_state",
        "object new_state",
        returns="None",
        stub_types={"new_state": "Tensor"},
        raises="Raises TypeError for anything but a contiguous uint8 tensor, RuntimeError if it is not a "
        "valid state.",
        example=("torch.set_rng_state(torch.Generator().manual_seed(5).get_state())", ""),
    ),
    setting(
        "set_num_threads",
        "Sets how many threads may work on one operation, including the calling thread.",
        "set_num_threads",
        "object count, /",
        returns="None",
        stub_types={"count": "_int"},
        raises="Raises RuntimeError unless count is a positive int.",
        notes="The number does not affect results, and small operations use one thread.  Initially it is "
        "the environment variable TBCAST_NUM_THREADS, or else the number of processors that the process may "
        "use.",
        example=("torch.set_num_threads(torch.get_num_threads())", ""),
    ),
    setting(
        "get_num_threads",
        "How many threads may work on one operation.",
        "get_num_threads",
        returns="_int",
        example=("torch.get_num_threads() >= 1", "True"),
        shapes="asks",
    ),
    setting(
        "empty_cache",
        "Returns the cached memory of freed tensors to the system.",
        "empty_cache",
        returns="None",
        notes="Freed blocks of at least 256 KiB are cached, up to TBCAST_CACHE_LIMIT bytes, an environment "
        "variable (0: none; by default an eighth of the machine's memory, at most 512 MiB).  An allocation "
        "that would fail empties the cache first.",
        source="torch.cuda.empty_cache",
        example=("torch.empty_cache()", ""),
    ),
    setting(
        "memory_stats",
        "Statistics of the memory blocks of at least 256 KiB, as a dict of ints.",
        "memory_stats",
        returns="dict[str, _int]",
        result="cache_limit: the maximum of cached bytes.  cached_blocks, cached_bytes: the freed blocks "
        "now cached.  used_blocks, used_bytes: the blocks that tensors hold.  reused, mapped: how often "
        "since the start a tensor got a cached block, or a new one from the system.",
        source="torch.cuda.memory_stats",
        example=("torch.memory_stats()['used_bytes'] >= 0", "True"),
        shapes="asks",
    ),
)
