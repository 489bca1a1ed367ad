import RecordFormat

/// The combinations of kind and priority of all records, numbered in the order in which they are
/// found.
struct RecordGroups {
  /// The records with the same kind and priority.
  struct Group {
    let kind: RecordKind
    /// Kind and priority in one number, which is used to find and order groups.
    fileprivate let order: UInt64
    fileprivate(set) var count = 0
    /// A Boolean value that indicates whether the keys of some of its records must be
    /// unique.
    fileprivate(set) var hasUniqueKeys = false
  }

  private var groups: [Group] = []
  private var numbers: [UInt64: Int] = [:]
  /// The groups that were found last, one for each remainder of ``Group/order``, or -1.
  ///
  /// Most programs have fewer groups than this, so nearly every record finds its group here.
  /// Looking up each group in the dictionary would take a tenth of the time of a scan.
  private var recent = Array(repeating: -1, count: 61)

  /// The group with this number.
  subscript(number: Int) -> Group { groups[number] }

  /// The numbers of all groups, ordered by kind and then by priority from high to low.
  var ordered: [Int] { groups.indices.sorted { groups[$0].order < groups[$1].order } }

  /// The range of each group, by its number, if the records of all groups follow each other in
  /// order.
  var ranges: [Range<Int>] {
    var ranges = Array(repeating: 0..<0, count: groups.count)
    var start = 0
    for number in ordered {
      ranges[number] = start..<start + groups[number].count
      start += groups[number].count
    }
    return ranges
  }

  /// Adds a record to the count of its group.
  ///
  /// - Returns: The number of the group.
  mutating func add(_ view: RecordView) -> Int {
    let number = number(of: view)
    groups[number].count += 1
    if view.flags.contains(.unique) { groups[number].hasUniqueKeys = true }
    return number
  }

  private mutating func number(of view: RecordView) -> Int {
    // A higher priority becomes a lower number.
    let priority = UInt32(truncatingIfNeeded: Int64(Int32.max) - Int64(view.priority))
    let order = UInt64(view.kind.rawValue) << 32 | UInt64(priority)
    let slot = Int(order % 61)
    let known = recent[slot]
    if known >= 0, groups[known].order == order { return known }
    let number = numbers[order] ?? groups.count
    if number == groups.count {
      numbers[order] = number
      groups.append(Group(kind: view.kind, order: order))
    }
    recent[slot] = number
    return number
  }
}
