import TaskKit

// Finding and removing the records of jobs.
extension StoredJobs {
  package func jobs(_ filter: JobFilter) -> [JobRecord] {
    matching(filter, limit: max(0, filter.limit))
  }

  /// Returns the identifiers of jobs that may match a filter, starting with the latest.
  ///
  /// Programs that wait for jobs read often, and stores keep jobs for days. The indexes therefore
  /// exclude as many jobs as possible.
  package func candidates(_ filter: JobFilter) -> any Sequence<JobID> {
    if let ids = filter.ids { return Set(ids).sorted(by: >) }
    if let queue = filter.queue, filter.isOfFires {
      return rows.fires(in: queue == FireQueue.prefix ? nil : queue).sorted {
        ($1.time, $0.record.queue) < ($0.time, $1.record.queue)
      }.map(\.record.id)
    }
    if let states = filter.states, states.allSatisfy(\.isOpen) {
      return rows.open.map(\.record.id).sorted(by: >)
    }
    guard let flow = filter.flow else { return rows.ids.reversed() }
    // A flow has the identifier of its first step.
    return rows.ids.reversed().prefix { $0 >= flow }
  }

  func matching(_ filter: JobFilter, limit: Int = .max) -> [JobRecord] {
    var found: [JobRecord] = []
    for id in candidates(filter) {
      guard found.count < limit else { break }
      guard let record = rows[id]?.record,
        filter.name.map({ $0 == record.name }) ?? true,
        filter.matches(queue: record.queue),
        filter.states.map({ $0.contains(record.state) }) ?? true,
        filter.flow.map({ $0 == record.step?.flow }) ?? true,
        filter.tag.map({ record.tags.contains($0) }) ?? true,
        filter.before.map({ record.id < $0 }) ?? true,
        filter.text.map({ contains($0, in: record) }) ?? true
      else { continue }
      found.append(record)
    }
    return found
  }

  private func contains(_ text: String, in record: JobRecord) -> Bool {
    [record.payload, rows[record.id]?.key, record.detail]
      .contains { $0?.utf8.contains(text.utf8) ?? false }
  }

  package mutating func delete(_ filter: JobFilter) -> Int {
    remove(
      matching(filter).filter { !$0.state.isOpen }.map { ($0.id, $0.step?.flow) },
      limit: filter.limit)
  }

  package mutating func prune(at now: TaskTime, limit: Int) -> Int {
    remove(ended.prefix { $0.end < now }.map { ($0.id, $0.flow) }, limit: limit)
  }

  package mutating func prune(beyond count: Int, bytes: Int, limit: Int) -> Int {
    let ended = ended.filter { rows[$0.id]?.fireTime == nil }
    var (kept, size) = (0, 0)
    for job in ended.reversed().prefix(max(0, count)) {
      let record = rows[job.id]?.record
      size += (record?.payload.utf8.count ?? 0) + (record?.result?.utf8.count ?? 0)
      guard size <= bytes else { break }
      kept += 1
    }
    return remove(ended.dropLast(kept).map { ($0.id, $0.flow) }, limit: limit)
  }

  /// The ended jobs, in the order in which their retention ends.
  private var ended: [(id: JobID, flow: JobID?, end: TaskTime)] {
    rows.all.compactMap { row in
      row.record.endTime.map { (row.record.id, row.record.step?.flow, $0 + row.retention) }
    }.sorted { ($0.end, $0.id) < ($1.end, $1.id) }
  }

  private mutating func remove(
    _ old: some Sequence<(id: JobID, flow: JobID?)>, limit: Int
  ) -> Int {
    let openFlows = Set(rows.open.compactMap(\.record.step?.flow))
    let removed = old.filter { $0.flow.map { !openFlows.contains($0) } ?? true }
      .prefix(max(0, limit))
    for row in removed {
      rows[row.id] = nil
      steps[row.id] = nil
      signals[row.id] = nil
    }
    return removed.count
  }
}
