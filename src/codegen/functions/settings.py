"""Rows of functions about what calls share: the default dtype and generator, threads, kept memory."""

from codegen.functions.row import Function


def setting(name, summary, body, overload="", **facts):
    return Function(name, summary, (overload,), body, method=False, **{"raises": "", **facts})


ROWS = (
    setting(
        "get_default_dtype",
        "The dtype that Python floats stand for.",
        "get_default_dtype",
        returns="_dtype",
        example=("torch.get_default_dtype()", "torch.float32"),
        shapes="asks",
    ),
    setting(
        "set_default_dtype",
        "Sets the dtype that Python floats stand for.",
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
        operands="seed: int(seed) is taken, from [-2**63, 2**64).",
        raises="Raises ValueError outside of that range.",
        example=("torch.manual_seed(5).initial_seed()", "5"),
    ),
    setting(
        "initial_seed",
        "The seed that the default generator started with; unpredictable unless one was given.",
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
        "Where the default generator's sequence is.",
        "get_rng_state",
        result="Result: a tensor of 5056 bytes, the same as torch's.",
        example=("torch.get_rng_state().shape", "torch.Size([5056])"),
        shapes="asks",
    ),
    setting(
        "set_rng_state",
        "Lets the default generator go on from a state that get_rng_state gave.",
        "set_rng_state",
        "object new_state",
        returns="None",
        stub_types={"new_state": "Tensor"},
        raises="Raises TypeError for anything but a contiguous tensor of bytes, RuntimeError for one that no "
        "generator can be in.",
        example=("torch.set_rng_state(torch.Generator().manual_seed(5).get_state())", ""),
    ),
    setting(
        "set_num_threads",
        "Sets how many threads may work on one operation, the calling one included.",
        "set_num_threads",
        "object count, /",
        returns="None",
        stub_types={"count": "_int"},
        raises="Raises RuntimeError unless count is a positive int.",
        notes="Results do not depend on it; operations that are too small to gain use one thread.  At first "
        "it is the environment variable TBCAST_NUM_THREADS, or the number of processors that the process may "
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
        "Gives the memory of freed tensors that was kept for new ones back to the system.",
        "empty_cache",
        returns="None",
        notes="Blocks from 256 KiB on are kept, up to the environment variable TBCAST_CACHE_LIMIT in bytes "
        "(0: none; else an eighth of the machine's memory, at most 512 MiB).  When there is no memory for a "
        "tensor, this happens by itself.",
        source="torch.cuda.empty_cache",
        example=("torch.empty_cache()", ""),
    ),
    setting(
        "memory_stats",
        "Figures about the blocks from 256 KiB on, as a dict of ints.",
        "memory_stats",
        returns="dict[str, _int]",
        result="cache_limit: bytes of freed blocks that may be kept; cached_blocks, cached_bytes: those kept "
        "now; used_blocks, used_bytes: those that tensors hold; reused, mapped: how often since the start a "
        "tensor got a kept block, or a fresh one from the system.",
        source="torch.cuda.memory_stats",
        example=("torch.memory_stats()['used_bytes'] >= 0", "True"),
        shapes="asks",
    ),
)
