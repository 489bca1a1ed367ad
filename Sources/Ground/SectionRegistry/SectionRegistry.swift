public import RecordFormat

/// The declarations that the modules of this process carry in their binaries.
///
/// Nothing is registered and nothing runs at start-up: the first query looks at
/// the images the loader has mapped, and later ones answer from an immutable
/// snapshot until another image comes.
///
/// - Concurrency: Every member may be used from any thread, also before `main`
///   and while another thread loads a library.
public enum SectionRegistry {
  /// The enabled records of a kind, those with a higher priority first, then by
  /// file, line, column and id: the same order in every build.
  ///
  /// - Complexity: O(1) while no image came; else as long as it takes to read all
  ///   records once.
  public static func records(of kind: RecordKind) -> [Record] {
    RecordStore.process.records(of: kind)
  }

  /// The enabled records of every kind, by kind and then in order.
  public static var records: [Record] { RecordStore.process.allRecords }

  /// The records that a filter leaves out, by kind and then in order.
  public static var disabledRecords: [Record] { RecordStore.process.disabledRecords }

  /// Everything that is wrong with the records of this process.
  ///
  /// The list names what was left out of ``records(of:)`` and why; it is empty in
  /// a healthy process.
  public static var problems: [ModuleProblem] { RecordStore.process.problems }

  /// Leaves the records that match a filter out of every query from now on.
  ///
  /// The environment variable `MODKIT_DISABLE` does the same from outside, before
  /// any code of a record can run: it lists filters, separated by commas.
  public static func disable(_ filter: RecordFilter) {
    RecordStore.process.disable(filter)
  }

  /// Takes a filter back, also one that came from `MODKIT_DISABLE`.
  public static func enable(_ filter: RecordFilter) {
    RecordStore.process.enable(filter)
  }

  /// Looks for images that came since the last query, and tells the observers.
  ///
  /// Every query does this too. A library that is loaded by other means than
  /// ``loadLibrary(at:)`` is noticed at the next query or refresh, since loading
  /// runs no code of this toolkit.
  public static func refresh() {
    RecordStore.process.refresh()
  }

  /// Calls an observer whenever new images brought records.
  ///
  /// The observer gets the enabled records of the new images, each exactly once.
  /// It does not get those that were there when it was added: query them after
  /// adding it, and nothing is missed.
  ///
  /// - Concurrency: The observer runs on the thread that found the new image,
  ///   with no lock held. It may use the registry.
  /// - Returns: What ends the observation. It does not end by itself.
  @discardableResult
  public static func onChange(
    _ observer: @escaping @Sendable (_ added: [Record]) -> Void
  ) -> RecordObservation {
    RecordObservation(id: RecordStore.process.observe(observer))
  }
}

/// An observer of the registry, until it is cancelled.
public struct RecordObservation: Sendable {
  let id: UInt64

  /// Ends the observation.
  ///
  /// A call that is under way on another thread finishes.
  public func cancel() {
    RecordStore.process.removeObserver(id)
  }
}
