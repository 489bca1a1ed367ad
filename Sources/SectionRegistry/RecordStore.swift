import RecordFormat
import Synchronization

/// Keeps the current table of records, and makes a new one when images came or
/// the filters changed.
///
/// - Concurrency: Scanning and decoding run outside the lock, because the loader
///   has locks of its own; two threads may scan at once, and the later result
///   stays. Observers are called on the thread that found the change, with no
///   lock held.
final class RecordStore: Sendable {
  /// The store of this process.
  static let process = RecordStore(
    filters: RecordFilters(list: environmentList()),
    generation: { .current },
    scan: { ImageScan.ofProcess() })

  typealias Observer = @Sendable ([Record]) -> Void

  private struct State {
    var filters: RecordFilters
    /// Nothing until the first query, and after the filters changed.
    var snapshot: Snapshot?
    /// The addresses of all images that ever had records.
    var knownImages: Set<UInt> = []
    /// What asking for a wrong type has brought to light, in order.
    var mismatches: [RecordProblem] = []
    var observers: [(id: UInt64, observer: Observer)] = []
    var nextObserverID: UInt64 = 0
  }

  private struct Snapshot {
    let generation: ImageGeneration
    let table: RecordTable
    let problems: [RecordProblem]
  }

  private let state: Mutex<State>
  private let generation: @Sendable () -> ImageGeneration
  private let scan: @Sendable () -> ImageScan

  init(
    filters: RecordFilters,
    generation: @escaping @Sendable () -> ImageGeneration,
    scan: @escaping @Sendable () -> ImageScan
  ) {
    state = Mutex(State(filters: filters))
    self.generation = generation
    self.scan = scan
  }

  // MARK: Queries

  func records(of kind: RecordKind) -> [Record] {
    withSnapshot { snapshot, _ in snapshot.table.records[kind] ?? [] }
  }

  var allRecords: [Record] {
    withSnapshot { snapshot, _ in snapshot.table }.all
  }

  var disabledRecords: [Record] {
    withSnapshot { snapshot, _ in snapshot.table.disabled }
  }

  var problems: [RecordProblem] {
    withSnapshot { snapshot, mismatches in
      snapshot.problems + snapshot.table.problems + mismatches
    }
  }

  func refresh() {
    withSnapshot { _, _ in }
  }

  /// Hands over a snapshot that was current when this was called, or later.
  private func withSnapshot<Result: Sendable>(
    _ body: (Snapshot, _ mismatches: [RecordProblem]) -> Result
  ) -> Result {
    let wanted = generation()
    while true {
      let result: Result? = state.withLock { state in
        guard let snapshot = state.snapshot, !wanted.isLater(than: snapshot.generation) else {
          return nil
        }
        return body(snapshot, state.mismatches)
      }
      if let result { return result }
      makeSnapshot()
    }
  }

  private func makeSnapshot() {
    let filters = state.withLock { $0.filters }
    let scan = scan()
    let table = RecordTable(images: scan.images, filters: filters)
    let snapshot = Snapshot(
      generation: scan.generation, table: table, problems: scan.problems)
    let images = Set(scan.images.map { $0.image.address })

    // What the lock's owner replaces is released only after unlocking.
    var replaced: Snapshot?
    let news: (images: Set<UInt>, observers: [Observer])? = state.withLock { state in
      guard state.filters == filters else { return nil }
      if let existing = state.snapshot, !snapshot.generation.isLater(than: existing.generation) {
        return nil
      }
      replaced = state.snapshot
      state.snapshot = snapshot
      let news = images.subtracting(state.knownImages)
      state.knownImages.formUnion(news)
      return news.isEmpty ? nil : (news, state.observers.map(\.observer))
    }
    _ = replaced
    guard let news, !news.observers.isEmpty else { return }
    let added = table.all.filter { news.images.contains($0.image.address) }
    guard !added.isEmpty else { return }
    for observer in news.observers { observer(added) }
  }

  // MARK: Changes

  func disable(_ filter: RecordFilter) {
    changeFilters { $0.insert(filter) }
  }

  func enable(_ filter: RecordFilter) {
    changeFilters { $0.remove(filter) }
  }

  /// Drops the snapshot, so that the next query scans anew.
  func forgetSnapshot() {
    changeFilters { _ in }
  }

  private func changeFilters(_ change: (inout Set<RecordFilter>) -> Void) {
    let replaced = state.withLock { state in
      change(&state.filters.filters)
      return state.snapshot.take()
    }
    _ = replaced
  }

  func report(_ mismatch: RecordProblem) {
    state.withLock { state in
      if !state.mismatches.contains(mismatch) { state.mismatches.append(mismatch) }
    }
  }

  /// Adds an observer that hears of every image from now on, and returns what
  /// removes it.
  func observe(_ observer: @escaping Observer) -> UInt64 {
    refresh()
    return state.withLock { state in
      state.nextObserverID += 1
      state.observers.append((state.nextObserverID, observer))
      return state.nextObserverID
    }
  }

  func removeObserver(_ id: UInt64) {
    let removed = state.withLock { state in
      state.observers.firstIndex { $0.id == id }.map { state.observers.remove(at: $0) }
    }
    _ = removed
  }

  // MARK: Environment

  private static func environmentList() -> String {
    environmentValue(RecordFilters.environmentVariable) ?? ""
  }
}
