import TaskKit

/// The rows of jobs, with indexes that avoid reading all of them.
///
/// A store keeps jobs for days after their end, and few of its jobs are open. Workers ask only
/// about open jobs, once a second and after each hint. With the indexes, this costs the same on the
/// last day as on the first.
struct JobRows: Sendable, Hashable {
  private var rows: [JobID: StoredJobs.Row] = [:]
  private var openIDs: Set<JobID> = []
  /// The rows that may hold a key, by the key.
  private var holders: [String: Set<JobID>] = [:]
  /// The fires by their queues and fire times.
  private var fires: [String: [TaskTime: JobID]] = [:]

  /// The identifiers in ascending order.
  ///
  /// A new job has the greatest.
  private(set) var ids: [JobID] = []

  subscript(id: JobID) -> StoredJobs.Row? {
    get { rows[id] }
    set {
      let old = rows[id]
      rows[id] = newValue
      index(old, newValue, at: id)
    }
  }

  /// All rows, in undefined order.
  var all: some Collection<StoredJobs.Row> { rows.values }

  /// The rows of jobs that have not ended, in undefined order.
  var open: [StoredJobs.Row] { openIDs.compactMap { rows[$0] } }

  /// Returns the rows that may hold a key, in undefined order.
  func holders(of key: String) -> [StoredJobs.Row] {
    holders[key, default: []].compactMap { rows[$0] }
  }

  /// Returns the fires of a queue, or of all queues if it is `nil`, in undefined order.
  func fires(in queue: String?) -> [(time: TaskTime, record: JobRecord)] {
    let chosen = queue.map { [fires[$0, default: [:]]] } ?? Array(fires.values)
    return chosen.joined().compactMap { time, id in rows[id].map { (time, $0.record) } }
  }

  /// Returns whether a queue has a fire.
  func hasFire(at time: TaskTime, in queue: String) -> Bool { fires[queue]?[time] != nil }

  private mutating func index(_ old: StoredJobs.Row?, _ new: StoredJobs.Row?, at id: JobID) {
    if old == nil, new != nil { ids.append(id) }
    // The oldest jobs are removed first, so this search ends early.
    if old != nil, new == nil, let place = ids.firstIndex(of: id) { ids.remove(at: place) }
    if let row = old ?? new, let time = row.fireTime {
      fires[row.record.queue, default: [:]][time] = new == nil ? nil : id
    }
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
  /// A Boolean value that indicates whether the job may hold its key at some time.
  fileprivate var mayKeepKey: Bool {
    key != nil && (record.state.isOpen || keyEnd != nil || keyStates != nil)
  }
}
