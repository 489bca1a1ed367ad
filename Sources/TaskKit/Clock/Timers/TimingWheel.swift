/// Elements that wait for moments, which are counted in nanoseconds.
///
/// A hierarchical timing wheel whose slots are found from the bits of a deadline:
/// six bits to a level, eleven levels, so that every `Int64` has a place. An
/// element waits on the level of the highest bits in which its deadline differs
/// from ``TimingWheel/base``, where the wheel stands, and moves down when the
/// wheel gets there. On the lowest level a slot is one nanosecond: all of its
/// elements have the same deadline, in the order in which they were inserted. So
/// nothing is ever given out early, and hardly anything is sorted.
///
/// The lists are threaded through one array of entries; entries that are free
/// are used again, and their memory goes when the wheel is empty.
struct TimingWheel<Element> {
  /// The entries in use, and the free ones.
  var entries: ContiguousArray<Entry> = []

  /// The first free entry; the others follow by their `next`.
  var firstFree = Link.none

  /// The lists of entries: the slots, level by level, then two more.
  var lists = ContiguousArray(repeating: List(), count: ListNumber.count)

  /// The slots of each level that have entries, a bit for each.
  var occupiedSlots = ContiguousArray<UInt64>(repeating: 0, count: ListNumber.levels)

  /// The levels that have entries in a slot, a bit for each.
  var occupiedLevels: UInt16 = 0

  /// The position of the wheel: no entry in a slot has an earlier deadline, and none on a
  /// level but the lowest has the same digit there.
  ///
  /// It may lag behind the time of ``advance(to:)``.
  var base: UInt64

  /// The serial number of the next element.
  private var nextSerial: UInt64 = 1

  /// The number of elements, the due ones included.
  private(set) var count = 0

  /// Makes an empty wheel.
  ///
  /// - Parameter now: Where it stands.
  init(startingAt now: Int64 = 0) {
    base = Self.key(now)
  }

  /// A Boolean value that indicates whether there is no element.
  var isEmpty: Bool { count == 0 }

  // MARK: Coming and going

  /// Adds an element that is due at a deadline.
  ///
  /// - Returns: What it is cancelled by.
  /// - Complexity: O(1), amortised over the growth of the memory.
  @discardableResult
  mutating func insert(_ element: Element, at deadline: Int64) -> Handle {
    let serial = nextSerial
    // Traps when it is used up, at ten million a second after 57 years.
    precondition(serial < 1 << Entry.serialBits)
    nextSerial += 1
    count += 1

    let entry = Entry(deadline: Self.key(deadline), serial: serial, element: element)
    let index: UInt32
    if firstFree == Link.none {
      index = UInt32(entries.count)
      precondition(index < Link.none, "A process has more than four billion timers.")
      entries.append(entry)
    } else {
      index = firstFree
      firstFree = entries[Int(index)].next
      entries[Int(index)] = entry
    }
    place(index)
    return Handle(index: index, serial: serial)
  }

  /// Takes an element out.
  ///
  /// - Returns: The element, or nothing if it is not here any more.
  /// - Complexity: O(1).
  mutating func cancel(_ handle: Handle) -> Element? {
    let index = Int(handle.index)
    guard index < entries.count, entries[index].serial == handle.serial else { return nil }
    unlink(handle.index)
    return free(handle.index)
  }

  /// Takes out the first of the due elements.
  ///
  /// - Returns: The element with its deadline, or nothing if none is due.
  /// - Complexity: O(1).
  mutating func popDue() -> (deadline: Int64, element: Element)? {
    let index = lists[ListNumber.due].first
    guard index != Link.none else { return nil }
    let deadline = Self.deadline(entries[Int(index)].deadline)
    unlink(index)
    return (deadline, free(index))
  }

  /// A Boolean value that indicates whether there are due elements.
  var hasDue: Bool { !lists[ListNumber.due].isEmpty }

  /// Takes the element out of an entry that is in no list, and frees the entry.
  private mutating func free(_ index: UInt32) -> Element {
    // Every entry with a serial has an element.
    let element = entries[Int(index)].element.take()!
    count -= 1
    if count == 0, entries.count > 1024 {
      // Handles to what was here stay stale: no serial comes twice.
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
  /// When to call ``advance(to:)`` next, or nothing if nothing waits.
  ///
  /// Never later than the earliest deadline, due elements left out; earlier only if
  /// an element with that deadline has been cancelled. Who advances then has
  /// nothing made due, and gets to know a later moment.
  ///
  /// - Complexity: O(1).
  var nextDeadline: Int64? {
    let late = lists[ListNumber.late]
    if !late.isEmpty { return Self.deadline(late.earliest) }
    return firstSlot.map { Self.deadline(lists[$0].earliest) }
  }

  /// Makes all elements due whose deadlines are not after `now`, in the order of
  /// their deadlines, and for equal ones in the order in which they came.
  ///
  /// They come after those that are due already. Time does not go back: an
  /// earlier `now` than before makes nothing due.
  ///
  /// - Complexity: O(*k*) for *k* elements that become due, each of which moves
  ///   down ten levels at most on its way; O(*l* log *l*) for *l* elements whose
  ///   deadlines had passed when they came.
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

  /// Empties the first slot, or finds that it can stay closed longer.
  private mutating func open(_ slot: Int, at now: UInt64) {
    let list = lists[slot]
    if slot < ListNumber.slotsPerLevel {
      base = list.earliest
      moveAllToDue(from: slot)
    } else if list.first == list.last {
      let deadline = entries[Int(list.first)].deadline
      guard deadline <= now else {
        // An earlier one has been cancelled.
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
