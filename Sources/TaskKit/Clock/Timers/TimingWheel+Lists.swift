/// The numbers of the wheel's lists.
enum ListNumber {
  /// Six bits of a deadline to a level.
  static let bitsPerLevel = 6
  static let slotsPerLevel = 1 << bitsPerLevel
  /// As many as the bits of a deadline need.
  static let levels = 11

  /// The entries whose deadlines had passed when they were inserted, in no order.
  static let late = levels * slotsPerLevel
  /// The entries that are due, in order.
  static let due = late + 1
  static let count = due + 1
}

/// The number of an entry that there is not.
enum Link {
  static let none = UInt32.max
}

extension TimingWheel {
  /// A handle by which an element is cancelled.
  ///
  /// It stands for one element only, and does nothing when that is gone.
  struct Handle: Sendable, Hashable {
    fileprivate(set) var index: UInt32
    fileprivate(set) var serial: UInt64

    init(index: UInt32, serial: UInt64) {
      self.index = index
      self.serial = serial
    }
  }

  /// An element in a list, or a free place for one.
  struct Entry {
    /// The bits of ``stamp`` that tell the element from all others.
    static var serialBits: Int { 54 }
    private static var listBits: Int { 64 - serialBits }

    /// When it is due, as a key.
    let deadline: UInt64

    /// The serial number, and below it the number of the list; 0 for a free entry.
    private var stamp: UInt64

    /// The entries beside this one in its list; of a free entry, the next free one.
    var next = Link.none
    var previous = Link.none

    var element: Element?

    init(deadline: UInt64, serial: UInt64, element: Element) {
      self.deadline = deadline
      stamp = serial << Self.listBits
      self.element = element
    }

    /// A number that no other element ever has; 0 if there is none.
    var serial: UInt64 { stamp >> Self.listBits }

    /// The number of the list that it is in.
    var list: Int {
      get { Int(stamp & (1 << Self.listBits - 1)) }
      set { stamp = serial << Self.listBits | UInt64(newValue) }
    }

    /// Notes that there is no element here any more.
    mutating func makeFree(next: UInt32) {
      stamp = 0
      self.next = next
    }
  }

  /// The ends of a list.
  struct List {
    var first = Link.none
    var last = Link.none

    /// No entry has an earlier deadline; one that has been cancelled may have had
    /// this one.
    var earliest = UInt64.max

    var isEmpty: Bool { first == Link.none }
  }
}

// MARK: - Places

extension TimingWheel {
  /// A number that is ordered as deadlines are.
  static func key(_ deadline: Int64) -> UInt64 {
    UInt64(bitPattern: deadline) ^ 1 << 63
  }

  /// Returns the deadline from which ``key(_:)`` was made.
  static func deadline(_ key: UInt64) -> Int64 {
    Int64(bitPattern: key ^ 1 << 63)
  }

  /// The slot whose entries come first.
  ///
  /// It is on the lowest level that has any: the entries of a higher one differ
  /// from ``base`` in a higher bit.
  var firstSlot: Int? {
    guard occupiedLevels != 0 else { return nil }
    let level = occupiedLevels.trailingZeroBitCount
    return level << ListNumber.bitsPerLevel | occupiedSlots[level].trailingZeroBitCount
  }

  /// The earliest deadline that belongs into an occupied slot.
  func start(of slot: Int) -> UInt64 {
    let shift = UInt64(slot >> ListNumber.bitsPerLevel * ListNumber.bitsPerLevel)
    let digit = UInt64(slot & (ListNumber.slotsPerLevel - 1))
    // On the highest level nothing is left above; a smart shift gives 0 then.
    let above = (base >> (shift + 6)) << (shift + 6)
    return above | digit << shift
  }

  /// Puts an entry that is in no list into the one where it belongs.
  mutating func place(_ index: UInt32) {
    let deadline = entries[Int(index)].deadline
    guard deadline >= base else { return append(index, to: ListNumber.late) }
    let difference = deadline ^ base
    // What equals the base differs in no bit, and belongs on the lowest level.
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
  /// Adds an entry at the end of a list.
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

  /// Takes an entry out of its list.
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

  /// Notes that a list is empty.
  private mutating func close(_ number: Int) {
    lists[number] = List()
    guard number < ListNumber.late else { return }
    let level = number >> ListNumber.bitsPerLevel
    occupiedSlots[level] &= ~(1 << UInt64(number & (ListNumber.slotsPerLevel - 1)))
    if occupiedSlots[level] == 0 { occupiedLevels &= ~(1 << UInt16(level)) }
  }

  /// Puts each entry of a slot where it belongs now, in their order.
  mutating func spread(_ slot: Int) {
    var index = lists[slot].first
    close(slot)
    while index != Link.none {
      let next = entries[Int(index)].next
      place(index)
      index = next
    }
  }

  /// Makes all entries of a slot due, in their order.
  mutating func moveAllToDue(from slot: Int) {
    var index = lists[slot].first
    close(slot)
    while index != Link.none {
      let next = entries[Int(index)].next
      append(index, to: ListNumber.due)
      index = next
    }
  }

  /// Makes due what had passed when it came, in the order of its deadlines.
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
