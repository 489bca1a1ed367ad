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
    loadedImages: { ImageGeneration.loadedNow },
    scan: { ImageScan.ofProcess() })

  typealias Observer = @Sendable ([Record]) -> Void

  private struct State {
    /// Increment `filterChanges` on every mutation.
    var filters: RecordFilters
    /// Nothing until the first query, and after the filters changed.
    var snapshot: Snapshot?
    /// The addresses of all images that ever had records.
    var knownImages: Set<UInt> = []
    /// The problems that loading records by a wrong type has revealed, in order.
    var mismatches: [ModuleProblem] = []
    var observers: [(id: UInt64, observer: Observer)] = []
    var nextObserverID: UInt64 = 0
  }

  private struct Snapshot {
    /// The number of images that had ever been loaded when they were scanned.
    let loadedImages: UInt64
    /// The images that hold records.
    let images: [Image]
    let table: RecordTable
    let problems: [ModuleProblem]
    /// The table's records, by kind.
    ///
    /// Halving a list takes a fraction of the time of hashing a kind, which would
    /// be most of what a query costs.
    private let kinds: [(kind: RecordKind, records: [Record])]

    init(_ scan: ImageScan, table: RecordTable) {
      loadedImages = scan.generation.loaded
      images = scan.images.map(\.image)
      self.table = table
      problems = scan.problems
      kinds = table.records.sorted { $0.key.rawValue < $1.key.rawValue }
        .map { (kind: $0.key, records: $0.value) }
    }

    func records(of kind: RecordKind) -> [Record] {
      var rest = kinds.indices
      while !rest.isEmpty {
        let middle = rest.lowerBound + rest.count / 2
        if kinds[middle].kind == kind { return kinds[middle].records }
        if kinds[middle].kind.rawValue < kind.rawValue {
          rest = (middle + 1)..<rest.upperBound
        } else {
          rest = rest.lowerBound..<middle
        }
      }
      return []
    }
  }

  private let state: Mutex<State>
  /// The number of changes of the filters.
  private let filterChanges = Atomic<UInt64>(0)
  private let loadedImages: @Sendable () -> UInt64
  private let scan: @Sendable () -> ImageScan

  init(
    filters: RecordFilters,
    loadedImages: @escaping @Sendable () -> UInt64,
    scan: @escaping @Sendable () -> ImageScan
  ) {
    state = Mutex(State(filters: filters))
    self.loadedImages = loadedImages
    self.scan = scan
  }

  // MARK: Queries

  func records(of kind: RecordKind) -> [Record] {
    withSnapshot { snapshot, _ in snapshot.records(of: kind) }
  }

  var allRecords: [Record] {
    withSnapshot { snapshot, _ in snapshot.table }.all
  }

  var disabledRecords: [Record] {
    withSnapshot { snapshot, _ in snapshot.table.disabled }
  }

  var problems: [ModuleProblem] {
    withSnapshot { snapshot, mismatches in
      snapshot.problems + snapshot.table.problems + mismatches
    }
  }

  /// The image with records whose code contains this address.
  func image(ofCodeAt address: UInt) -> Image? {
    withSnapshot { snapshot, _ in snapshot.images.first { $0.code.contains(address) } }
  }

  /// The revision on which the answers of all queries depend.
  ///
  /// Acquiring: a thread that sees a change of the filters counted finds it made.
  var revision: RecordRevision {
    RecordRevision(
      loadedImages: loadedImages(), filterChanges: filterChanges.load(ordering: .acquiring))
  }

  func refresh() {
    withSnapshot { _, _ in }
  }

  /// Hands over a snapshot that was current when this was called, or later.
  private func withSnapshot<Result: Sendable>(
    _ body: (Snapshot, _ mismatches: [ModuleProblem]) -> Result
  ) -> Result {
    let wanted = loadedImages()
    while true {
      let result: Result? = state.withLock { state in
        guard let snapshot = state.snapshot, snapshot.loadedImages >= wanted else {
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
    let snapshot = Snapshot(scan, table: table)
    let images = Set(scan.images.map { $0.image.address })

    // What the lock's owner replaces is released only after unlocking.
    var replaced: Snapshot?
    let news: (images: Set<UInt>, observers: [Observer])? = state.withLock { state in
      guard state.filters == filters else { return nil }
      if let existing = state.snapshot, existing.loadedImages >= snapshot.loadedImages {
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
    changeFilters { $0.insert(filter).inserted }
  }

  func enable(_ filter: RecordFilter) {
    changeFilters { $0.remove(filter) != nil }
  }

  /// Drops the snapshot, so that the next query scans anew.
  func forgetSnapshot() {
    let replaced = state.withLock { $0.snapshot.take() }
    _ = replaced
  }

  /// Changes the filters by a function that says whether it did.
  private func changeFilters(_ change: (inout Set<RecordFilter>) -> Bool) {
    let replaced: Snapshot? = state.withLock { state in
      guard change(&state.filters.filters) else { return nil }
      // Counted after the change, and before another thread can make the next:
      // a query that follows a new revision takes the lock after this.
      defer { filterChanges.add(1, ordering: .releasing) }
      return state.snapshot.take()
    }
    _ = replaced
  }

  func report(_ mismatch: ModuleProblem) {
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
