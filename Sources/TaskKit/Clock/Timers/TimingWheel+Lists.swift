/// The numbers of the wheel's lists.
enum ListNumber {
  /// The number of bits of a deadline for each level.
  static let bitsPerLevel = 6
  static let slotsPerLevel = 1 << bitsPerLevel
  /// The number of levels, enough for all bits of a deadline.
  static let levels = 11

  /// The entries whose deadlines had passed when they were inserted, unordered.
  static let late = levels * slotsPerLevel
  /// The due entries, in order.
  static let due = late + 1
  static let count = due + 1
}

/// Links between entries.
enum Link {
  static let none = UInt32.max
}

extension TimingWheel {
  /// A handle to cancel an element.
  ///
  /// It stands for one element only, and has no effect after the element has been removed.
  struct Handle: Sendable, Hashable {
    fileprivate(set) var serial: UInt64
    // The smaller number comes last, so that an optional handle has 13 bytes and not 17.
    fileprivate(set) var index: UInt32

    init(index: UInt32, serial: UInt64) {
      self.index = index
      self.serial = serial
    }
  }

  /// An entry for an element in a list, or a free entry.
  struct Entry {
    /// The number of bits of ``stamp`` for the serial number.
    static var serialBits: Int { 54 }
    private static var listBits: Int { 64 - serialBits }

    /// The deadline, as a key.
    let deadline: UInt64

    /// The serial number, with the number of the list in the lower bits, or 0 for a free entry.
    private var stamp: UInt64

    /// The neighbors in the list, or the next free entry of a free entry.
    var next = Link.none
    var previous = Link.none

    var element: Element?

    init(deadline: UInt64, serial: UInt64, element: Element) {
      self.deadline = deadline
      stamp = serial << Self.listBits
      self.element = element
    }

    /// The serial number, which is unique among all elements, or 0 for a free entry.
    var serial: UInt64 { stamp >> Self.listBits }

    /// The number of the entry's list.
    var list: Int {
      get { Int(stamp & (1 << Self.listBits - 1)) }
      set { stamp = serial << Self.listBits | UInt64(newValue) }
    }

    /// Marks the entry as free.
    mutating func makeFree(next: UInt32) {
      stamp = 0
      self.next = next
    }
  }

  /// The ends of a list.
  struct List {
    var first = Link.none
    var last = Link.none

    /// A lower bound of the deadlines.
    ///
    /// A cancelled entry may have had this deadline.
    var earliest = UInt64.max

    var isEmpty: Bool { first == Link.none }
  }
}

// MARK: - Slots

extension TimingWheel {
  /// Returns a key for a deadline.
  ///
  /// Keys have the same order as deadlines.
  static func key(_ deadline: Int64) -> UInt64 {
    UInt64(bitPattern: deadline) ^ 1 << 63
  }

  /// Returns the deadline of a key.
  static func deadline(_ key: UInt64) -> Int64 {
    Int64(bitPattern: key ^ 1 << 63)
  }

  /// The slot whose entries come first.
  ///
  /// It is on the lowest occupied level, because the entries of a higher level differ from ``base``
  /// in a higher bit.
  var firstSlot: Int? {
    guard occupiedLevels != 0 else { return nil }
    let level = occupiedLevels.trailingZeroBitCount
    return level << ListNumber.bitsPerLevel | occupiedSlots[level].trailingZeroBitCount
  }

  /// Returns the earliest deadline that belongs in an occupied slot.
  func start(of slot: Int) -> UInt64 {
    let shift = UInt64(slot >> ListNumber.bitsPerLevel * ListNumber.bitsPerLevel)
    let digit = UInt64(slot & (ListNumber.slotsPerLevel - 1))
    // The highest level has no digits above it, for which the smart shift gives 0.
    let above = (base >> (shift + 6)) << (shift + 6)
    return above | digit << shift
  }

  /// Adds an entry that is in no list to the list where it belongs.
  mutating func place(_ index: UInt32) {
    let deadline = entries[Int(index)].deadline
    guard deadline >= base else { return append(index, to: ListNumber.late) }
    let difference = deadline ^ base
    // A deadline equal to the base differs in no bit, and belongs on the lowest level.
    let level = (63 - (difference | 1).leadingZeroBitCount) / ListNumber.bitsPerLevel
    let digit = Int(
      truncatingIfNeeded: deadline >> UInt64(level * ListNumber.bitsPerLevel)
        & UInt64(ListNumber.slotsPerLevel - 1))
    occupiedLevels |= 1 << UInt16(level)
    occupiedSlots[level] |= 1 << UInt64(digit)
    append(index, to: level << ListNumber.bitsPerLevel | digit)
  }
}

// MARK: - Lists

extension TimingWheel {
  /// Appends an entry to a list.
  mutating func append(_ index: UInt32, to number: Int) {
    let last = lists[number].last
    entries[Int(index)].list = number
    entries[Int(index)].previous = last
    entries[Int(index)].next = Link.none
    if last == Link.none {
      lists[number].first = index
      lists[number].earliest = entries[Int(index)].deadline
    } else {
      entries[Int(last)].next = index
      lists[number].earliest = min(lists[number].earliest, entries[Int(index)].deadline)
    }
    lists[number].last = index
  }

  /// Removes an entry from its list.
  mutating func unlink(_ index: UInt32) {
    let entry = (
      list: entries[Int(index)].list, next: entries[Int(index)].next,
      previous: entries[Int(index)].previous
    )
    if entry.previous == Link.none {
      lists[entry.list].first = entry.next
    } else {
      entries[Int(entry.previous)].next = entry.next
    }
    if entry.next == Link.none {
      lists[entry.list].last = entry.previous
    } else {
      entries[Int(entry.next)].previous = entry.previous
    }
    if lists[entry.list].isEmpty { close(entry.list) }
  }

  /// Marks a list as empty.
  private mutating func close(_ number: Int) {
    lists[number] = List()
    guard number < ListNumber.late else { return }
    let level = number >> ListNumber.bitsPerLevel
    occupiedSlots[level] &= ~(1 << UInt64(number & (ListNumber.slotsPerLevel - 1)))
    if occupiedSlots[level] == 0 { occupiedLevels &= ~(1 << UInt16(level)) }
  }

  /// Moves each entry of a slot to the list where it belongs now, in order.
  mutating func spread(_ slot: Int) {
    var index = lists[slot].first
    close(slot)
    while index != Link.none {
      let next = entries[Int(index)].next
      place(index)
      index = next
    }
  }

  /// Makes all entries of a slot due, in order.
  mutating func moveAllToDue(from slot: Int) {
    var index = lists[slot].first
    close(slot)
    while index != Link.none {
      let next = entries[Int(index)].next
      append(index, to: ListNumber.due)
      index = next
    }
  }

  /// Makes the late entries due, ordered by deadline.
  mutating func makeLateDue() {
    guard !lists[ListNumber.late].isEmpty else { return }
    var late: [UInt32] = []
    var index = lists[ListNumber.late].first
    while index != Link.none {
      late.append(index)
      index = entries[Int(index)].next
    }
    close(ListNumber.late)
    late.sort { left, right in
      let (left, right) = (entries[Int(left)], entries[Int(right)])
      return (left.deadline, left.serial) < (right.deadline, right.serial)
    }
    for index in late { append(index, to: ListNumber.due) }
  }
}
