/// The rows of jobs, with the indexes that spare a store from reading all of them.
///
/// A store keeps jobs for days after their end, and few of them are open. All that a worker asks,
/// once a second and after each hint, is about open jobs, so it costs as much on the last day as
/// on the first.
struct JobRows: Sendable, Hashable {
  private var rows: [JobID: StoredJobs.Row] = [:]
  private var openIDs: Set<JobID> = []
  /// The rows that may keep other jobs from having a key, by the key.
  private var holders: [String: Set<JobID>] = [:]

  /// The identifiers in ascending order: a new job has the greatest.
  private(set) var ids: [JobID] = []

  subscript(id: JobID) -> StoredJobs.Row? {
    get { rows[id] }
    set {
      let old = rows[id]
      rows[id] = newValue
      index(old, newValue, at: id)
    }
  }

  /// All rows, in no order.
  var all: some Collection<StoredJobs.Row> { rows.values }

  /// The rows of jobs that have not ended, in no order.
  var open: [StoredJobs.Row] { openIDs.compactMap { rows[$0] } }

  /// Returns the rows that may keep other jobs from having a key, in no order.
  func holders(of key: String) -> [StoredJobs.Row] {
    holders[key, default: []].compactMap { rows[$0] }
  }

  private mutating func index(_ old: StoredJobs.Row?, _ new: StoredJobs.Row?, at id: JobID) {
    if old == nil, new != nil { ids.append(id) }
    // The oldest are removed first, so this finds them early.
    if old != nil, new == nil, let place = ids.firstIndex(of: id) { ids.remove(at: place) }
    let isOpen = new?.record.state.isOpen ?? false
    if isOpen { openIDs.insert(id) } else { openIDs.remove(id) }
    guard let key = old?.key ?? new?.key else { return }
    if new?.mayKeepKey ?? false {
      holders[key, default: []].insert(id)
    } else {
      holders[key]?.remove(id)
      if holders[key]?.isEmpty == true { holders[key] = nil }
    }
  }
}

extension StoredJobs.Row {
  /// A Boolean value that indicates whether, at some time, no other job may have its key.
  fileprivate var mayKeepKey: Bool {
    key != nil && (record.state.isOpen || keyEnd != nil || keyStates != nil)
  }
}
