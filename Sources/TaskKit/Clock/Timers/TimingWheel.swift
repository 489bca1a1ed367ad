/// A hierarchical timing wheel: elements with deadlines in nanoseconds.
///
/// The slots are found from the bits of a deadline. Each of the eleven levels stands for six bits,
/// so every `Int64` has a place. ``TimingWheel/base`` is the current position of the wheel. An
/// element waits on the level of the highest bits in which its deadline differs from the base, and
/// moves down when the wheel gets there.
///
/// Inserting and removing an element take the same time, however many elements wait. A heap was
/// rejected, because both would take O(log *n*).
///
/// A slot on the lowest level is one nanosecond. All of its elements have the same deadline, in the
/// order in which they were inserted. So no element becomes due early, and almost no sorting is
/// needed.
///
/// The lists are linked through one array of entries. Free entries are reused, and their memory is
/// released when the wheel is empty.
struct TimingWheel<Element> {
  /// The used and the free entries.
  var entries: ContiguousArray<Entry> = []

  /// The first free entry.
  ///
  /// Its `next` leads to the others.
  var firstFree = Link.none

  /// The lists of entries: the slots, level by level, and then two more.
  var lists = ContiguousArray(repeating: List(), count: ListNumber.count)

  /// The occupied slots of each level, as a bit set.
  var occupiedSlots = ContiguousArray<UInt64>(repeating: 0, count: ListNumber.levels)

  /// The levels with an occupied slot, as a bit set.
  var occupiedLevels: UInt16 = 0

  /// The position of the wheel.
  ///
  /// No entry in a slot has an earlier deadline. On every level except the lowest, no entry has the
  /// same digit as the base.
  ///
  /// It may lag behind the time of ``advance(to:)``.
  var base: UInt64

  /// The serial number of the next element.
  private var nextSerial: UInt64 = 1

  /// The number of elements, including due ones.
  private(set) var count = 0

  /// Creates an empty wheel.
  ///
  /// - Parameter now: The position of the wheel.
  init(startingAt now: Int64 = 0) {
    base = Self.key(now)
  }

  /// A Boolean value that indicates whether the wheel has no elements.
  var isEmpty: Bool { count == 0 }

  // MARK: Inserting and removing

  /// Inserts an element with a deadline.
  ///
  /// - Returns: A handle to cancel the element.
  /// - Complexity: O(1), amortised over the growth of the memory.
  @discardableResult
  mutating func insert(_ element: Element, at deadline: Int64) -> Handle {
    let serial = nextSerial
    // Traps when the numbers are used up. At ten million elements a second, this takes 57 years.
    precondition(serial < 1 << Entry.serialBits)
    nextSerial += 1
    count += 1

    let entry = Entry(deadline: Self.key(deadline), serial: serial, element: element)
    let index: UInt32
    if firstFree == Link.none {
      index = UInt32(entries.count)
      precondition(index < Link.none, "A process has more than four billion timers.")
      if entries.count == entries.capacity {
        // By a quarter, because an array would double, and leave half of the memory unused.
        entries.reserveCapacity(entries.count + entries.count / 4 + 16)
      }
      entries.append(entry)
    } else {
      index = firstFree
      firstFree = entries[Int(index)].next
      entries[Int(index)] = entry
    }
    place(index)
    return Handle(index: index, serial: serial)
  }

  /// Removes an element.
  ///
  /// - Returns: The element, or `nil` if it is no longer in the wheel.
  /// - Complexity: O(1).
  mutating func cancel(_ handle: Handle) -> Element? {
    let index = Int(handle.index)
    guard index < entries.count, entries[index].serial == handle.serial else { return nil }
    unlink(handle.index)
    return free(handle.index)
  }

  /// Removes and returns the first due element.
  ///
  /// - Returns: The element with its deadline, or `nil` if no element is due.
  /// - Complexity: O(1).
  mutating func popDue() -> (deadline: Int64, element: Element)? {
    let index = lists[ListNumber.due].first
    guard index != Link.none else { return nil }
    let deadline = Self.deadline(entries[Int(index)].deadline)
    unlink(index)
    return (deadline, free(index))
  }

  /// A Boolean value that indicates whether any element is due.
  var hasDue: Bool { !lists[ListNumber.due].isEmpty }

  /// Removes the element of an entry that is in no list, and frees the entry.
  private mutating func free(_ index: UInt32) -> Element {
    // Every entry with a serial number has an element.
    let element = entries[Int(index)].element.take()!
    count -= 1
    if count == 0, entries.count > 1024 {
      // Handles to earlier elements stay invalid, because serial numbers are never reused.
      entries = []
      firstFree = Link.none
    } else {
      entries[Int(index)].makeFree(next: firstFree)
      firstFree = index
    }
    return element
  }
}

// MARK: - Time

extension TimingWheel {
  /// The time of the next call of ``advance(to:)``, or `nil` if no element waits.
  ///
  /// It is never later than the earliest deadline of the elements that are not due. It is earlier
  /// only if an element with that deadline has been cancelled. In this case, the call makes no
  /// element due, and the next value is later.
  ///
  /// - Complexity: O(1).
  var nextDeadline: Int64? {
    let late = lists[ListNumber.late]
    if !late.isEmpty { return Self.deadline(late.earliest) }
    return firstSlot.map { Self.deadline(lists[$0].earliest) }
  }

  /// Makes all elements due whose deadlines are not after `now`.
  ///
  /// They follow the elements that are already due, ordered by deadline. Elements with equal
  /// deadlines are in the order in which they were inserted. Time does not go back: if `now` is
  /// earlier than in a previous call, no element becomes due.
  ///
  /// - Complexity: O(*k*) for *k* elements that become due, each of which moves down at most ten
  ///   levels on its way. O(*l* log *l*) for *l* elements whose deadlines had passed when they were
  ///   inserted.
  mutating func advance(to now: Int64) {
    let now = Self.key(now)
    guard now >= base else { return }
    makeLateDue()
    while let slot = firstSlot {
      guard lists[slot].earliest <= now else {
        let start = start(of: slot)
        if start > now { base = now }
        return
      }
      open(slot, at: now)
    }
    base = now
  }

  /// Empties the first slot, or finds that its deadline is later.
  private mutating func open(_ slot: Int, at now: UInt64) {
    let list = lists[slot]
    if slot < ListNumber.slotsPerLevel {
      base = list.earliest
      moveAllToDue(from: slot)
    } else if list.first == list.last {
      let deadline = entries[Int(list.first)].deadline
      guard deadline <= now else {
        // An element with an earlier deadline has been cancelled.
        lists[slot].earliest = deadline
        return
      }
      base = deadline
      moveAllToDue(from: slot)
    } else {
      base = start(of: slot)
      spread(slot)
    }
  }
}
