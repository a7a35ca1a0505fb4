"""An order of numbers that makes a quickselect quadratic."""


def against_quickselect(n: int, k: int) -> list[int]:
    """0 to n - 1 in an order against Hoare's quickselect with the median of three, in a search of rank k.

    Each pivot is one of the least numbers that are left: they are decided when they are compared (McIlroy,
    A Killer Adversary for Quicksort, 1999).
    """
    numbers = [n] * n  # n: not yet decided
    decided, candidate = 0, None
    order = list(range(n))

    def greater(i, j):
        nonlocal decided, candidate
        a, b = order[i], order[j]
        if numbers[a] == numbers[b] == n:
            numbers[a if a == candidate else b] = decided
            decided += 1
        candidate = a if numbers[a] == n else b if numbers[b] == n else candidate
        return numbers[a] > numbers[b]

    def swap(i, j):
        order[i], order[j] = order[j], order[i]

    left, right = 0, n - 1
    while right > left + 1:
        swap((left + right) // 2, left + 1)
        for i, j in ((left + 1, right), (left, right), (left + 1, left)):
            if greater(i, j):
                swap(i, j)
        i, j = left + 2, right - 1
        while greater(left, i):
            i += 1
        while greater(j, left):
            j -= 1
        while i <= j:
            swap(i, j)
            i, j = i + 1, j - 1
            while greater(left, i):
                i += 1
            while greater(j, left):
                j -= 1
        swap(left, j)
        left, right = (i if j <= k else left), (j - 1 if j >= k else right)
    for a in range(n):
        if numbers[a] == n:
            numbers[a] = decided
            decided += 1
    return numbers
