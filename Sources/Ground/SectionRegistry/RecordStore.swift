import RecordFormat
import Synchronization

/// Stores the current table of records, and creates a new one when images are loaded or filters
/// change.
///
/// - Concurrency: Scanning and decoding run without the lock, because the loader has its own locks.
///   Two threads may scan at the same time, and the later result is kept. Observers are called on
///   the thread that found the change, without a lock.
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
    /// `nil` before the first query, and after a change of the filters.
    var snapshot: Snapshot?
    /// The addresses of all images that have ever had records.
    var knownImages: Set<UInt> = []
    /// The problems of loading records with a wrong type, in order.
    var mismatches: [ModuleProblem] = []
    var observers: [(id: UInt64, observer: Observer)] = []
    var nextObserverID: UInt64 = 0
  }

  private struct Snapshot {
    /// The number of images that had ever been loaded at the time of the scan.
    let loadedImages: UInt64
    /// The images with records.
    let images: [Image]
    let table: RecordTable
    let problems: [ModuleProblem]
    /// The records of the table, by kind.
    ///
    /// A binary search takes a fraction of the time of hashing a kind, which would be most of the
    /// time of a query.
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

  /// Returns the image with records whose code contains this address.
  func image(ofCodeAt address: UInt) -> Image? {
    withSnapshot { snapshot, _ in snapshot.images.first { $0.code.contains(address) } }
  }

  /// The revision on which the results of all queries depend.
  ///
  /// It is read with acquire ordering: a thread that reads the count of a change also sees the
  /// changed filters.
  var revision: RecordRevision {
    RecordRevision(
      loadedImages: loadedImages(), filterChanges: filterChanges.load(ordering: .acquiring))
  }

  func refresh() {
    withSnapshot { _, _ in }
  }

  /// Calls a closure with a snapshot that was current at the time of the call, or later.
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

    // The replaced snapshot is released after unlocking.
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

  /// Removes the snapshot, so that the next query scans again.
  func forgetSnapshot() {
    let replaced = state.withLock { $0.snapshot.take() }
    _ = replaced
  }

  /// Changes the filters with a function that returns whether it made a change.
  private func changeFilters(_ change: (inout Set<RecordFilter>) -> Bool) {
    let replaced: Snapshot? = state.withLock { state in
      guard change(&state.filters.filters) else { return nil }
      // The change is counted after it was made and before another thread can make the next one. A
      // query after a new revision therefore sees the change.
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

  /// Adds an observer that is called for every image from now on, and returns its number.
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
