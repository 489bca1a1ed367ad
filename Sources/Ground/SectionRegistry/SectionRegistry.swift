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

extension SectionRegistry {
  /// Makes the next query look at all images and read all records anew, as the
  /// first one after a new image came does.
  ///
  /// A process can load an image only once and never lets go of it, so a
  /// benchmark has no other way to measure that query more than once. Programs
  /// never need this: a snapshot that is out of date is noticed by itself.
  @_spi(Benchmarks)
  public static func forgetSnapshot() {
    RecordStore.process.forgetSnapshot()
  }
}

extension SectionRegistry {
  /// Loads a library and finds the records it brings.
  ///
  /// The library stays loaded until the process ends, because Swift code cannot
  /// be unloaded safely. Loading one a second time brings nothing new.
  ///
  /// - Parameter path: As for `dlopen`: a path, or a name to search for.
  /// - Returns: The enabled records of images that were not loaded before.
  /// - Throws: A ``ModuleProblem`` with the loader's own words.
  @discardableResult
  public static func loadLibrary(at path: String) throws -> [Record] {
    let before = Set(records.map(\.id))
    try openLibrary(at: path)
    return records.filter { !before.contains($0.id) }
  }
}

/// The state on which every query for records depends: the loaded images, and the filters.
///
/// While two revisions are equal, so are the answers. Who keeps what it made of
/// an answer reads the revision before asking: what changes in between is then
/// noticed the next time.
package struct RecordRevision: Equatable, Sendable {
  /// The number of images that were ever loaded.
  let loadedImages: UInt64
  /// The number of changes of the filters.
  let filterChanges: UInt64

  /// The revision before any image was loaded, which is never current.
  package static let none = RecordRevision(loadedImages: 0, filterChanges: 0)
}

/// Tells one image with records from another.
package struct ImageID: Hashable, Sendable {
  let address: UInt

  /// Makes the name of the image at this address.
  package init(address: UInt) {
    self.address = address
  }

  init(_ image: Image) {
    address = image.address
  }
}

extension SectionRegistry {
  /// The current revision.
  ///
  /// It changes when an image came, with records or without, and when
  /// ``disable(_:)`` or ``enable(_:)`` changed a filter.
  ///
  /// - Complexity: A few nanoseconds. Between the coming of an image and the next
  ///   query, and while the last image is one that may be closed again, the loader
  ///   is asked under its lock, which takes some tens of them.
  /// - Concurrency: Takes no lock but, in those cases, the loader's own. A query
  ///   that follows a changed revision sees what changed.
  package static var revision: RecordRevision { RecordStore.process.revision }

  /// The image whose code contains this address, among all images with records.
  ///
  /// Code that runs while its own image is being loaded, or before `main`, gets
  /// the right answer too.
  package static func imageID(ofCodeAt address: UInt) -> ImageID? {
    RecordStore.process.image(ofCodeAt: address).map(ImageID.init)
  }
}

extension Record {
  /// The image that holds the record.
  package var imageID: ImageID { ImageID(image) }
}
