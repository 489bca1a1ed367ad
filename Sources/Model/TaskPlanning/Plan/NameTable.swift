/// The tasks of a run by their names.
///
/// A hash table in one flat array, for many names at once: in large plans the time goes into
/// fetching memory. The loops do little for each name and are without branches where they
/// fetch, so that a processor that waits for one slot fetches the next ones as well.
struct NameTable {
  /// The name of each task.
  let names: [String]

  /// For each place, the number of a task from 1 on and, above it, a part of its hash.
  ///
  /// At least three quarters of them are 0, where there is no task: mostly the first place
  /// decides.
  private var slots: [UInt32]
  private let mask: Int

  /// The bits of a slot that are the number.
  private let numberMask: UInt32

  /// Puts tasks in.
  ///
  /// - Parameters:
  ///   - names: Their names.
  ///   - hashes: The hashes of the names.
  ///   - whenTaken: Called with each task whose name an earlier one bears, which keeps it, and
  ///     with that one.
  init(_ names: [String], hashes: [Int], whenTaken: (Int, Int) -> Void) {
    self.names = names
    var capacity = 16
    while capacity < 4 * names.count { capacity *= 2 }
    mask = capacity - 1
    numberMask = UInt32(truncatingIfNeeded: mask)
    slots = Array(repeating: 0, count: capacity)
    for (task, hash) in hashes.enumerated() {
      var slot = hash & mask
      while slots[slot] != 0 {
        if let other = candidate(in: slots[slot], for: hash), names[other] == names[task] {
          whenTaken(task, other)
          break
        }
        slot = (slot + 1) & mask
      }
      guard slots[slot] == 0 else { continue }
      slots[slot] = UInt32(truncatingIfNeeded: task + 1) | tag(of: hash)
    }
  }

  /// Returns the task of this name.
  func number(of name: String) -> Int? {
    firstCandidate(for: name.hashValue) { names[$0] == name }
  }

  /// Returns for each hash a task whose name may have it, and -1 where there is none.
  ///
  /// Nearly always it is the task of the name; the caller compares.
  func likelyNumbers(for hashes: [Int]) -> [Int32] {
    let firstSlots = hashes.map { slots[$0 & mask] }
    var index = -1
    return hashes.map { hash in
      index += 1
      let slot = firstSlots[index]
      // Of an empty slot the number is 0.
      if slot == 0 || slot & ~numberMask == tag(of: hash) {
        return Int32(bitPattern: slot & numberMask) - 1
      }
      return Int32(truncatingIfNeeded: firstCandidate(for: hash) { _ in true } ?? -1)
    }
  }

  /// The first task that may have a name with this hash and of which something is true.
  private func firstCandidate(for hash: Int, where isMeant: (Int) -> Bool) -> Int? {
    var slot = hash & mask
    while slots[slot] != 0 {
      if let task = candidate(in: slots[slot], for: hash), isMeant(task) { return task }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// The task of a slot that is not empty, if its name may have this hash.
  private func candidate(in slot: UInt32, for hash: Int) -> Int? {
    guard slot & ~numberMask == tag(of: hash) else { return nil }
    return Int(slot & numberMask) - 1
  }

  private func tag(of hash: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: UInt(bitPattern: hash) >> 32) & ~numberMask
  }
}
