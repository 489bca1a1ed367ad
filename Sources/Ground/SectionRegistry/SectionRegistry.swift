public import RecordFormat

/// The declarations that the modules of this process contain in their binaries.
///
/// No code runs at launch, and nothing is registered. The first query scans the images that the
/// loader has mapped. Later queries use an unchanging snapshot until another image is loaded.
///
/// Rejected:
/// * Functions that run before `main` and register something. They take time at each launch, and a
///   tool would have to run the program to see the declarations.
/// * A search for types that conform to a protocol. It finds no closures, and the conformances in a
///   binary do not contain names, priorities or source locations.
/// * A file that a build tool generates from all modules. Each change of a declaration would build
///   it again, and code that is loaded later would be missing.
///
/// - Concurrency: All members can be used from any thread, before `main`, and while another thread
///   loads a library.
public enum SectionRegistry {
  /// Returns the enabled records of a kind.
  ///
  /// Records are ordered by priority, highest first, then by file, line, column and identifier.
  /// The order is the same in every build.
  ///
  /// - Complexity: O(1) if no image was loaded since the last query. Otherwise, all records are
  ///   read once.
  public static func records(of kind: RecordKind) -> [Record] {
    RecordStore.process.records(of: kind)
  }

  /// The enabled records of all kinds, ordered by kind and then as in each kind.
  public static var records: [Record] { RecordStore.process.allRecords }

  /// The records that a filter disabled, ordered by kind and then as in each kind.
  public static var disabledRecords: [Record] { RecordStore.process.disabledRecords }

  /// The problems with the records of this process.
  ///
  /// Each problem describes records that ``records(of:)`` omits, and the reason. Normally, there
  /// are no problems.
  public static var problems: [ModuleProblem] { RecordStore.process.problems }

  /// Disables the records that match a filter.
  ///
  /// Queries omit them from now on.
  ///
  /// The environment variable `MODKIT_DISABLE` has the same effect before any code of a record can
  /// run. It contains a list of filters, separated by commas.
  public static func disable(_ filter: RecordFilter) {
    RecordStore.process.disable(filter)
  }

  /// Removes a filter.
  ///
  /// This includes filters from `MODKIT_DISABLE`.
  public static func enable(_ filter: RecordFilter) {
    RecordStore.process.enable(filter)
  }

  /// Checks for images that were loaded since the last query, and notifies the observers.
  ///
  /// Every query does this as well. Loading a library runs no code of this toolkit. If a library is
  /// not loaded with ``loadLibrary(at:)``, the next query or refresh therefore finds it.
  public static func refresh() {
    RecordStore.process.refresh()
  }

  /// Calls an observer whenever new images contain records.
  ///
  /// The observer receives the enabled records of the new images, each exactly once. It does not
  /// receive records of earlier images. To miss no records, query these after you add the observer.
  ///
  /// - Concurrency: The observer runs on the thread that found the new image, without a lock. It
  ///   may use the registry.
  /// - Returns: The observation, which you can use to stop it. It does not end on its own.
  @discardableResult
  public static func onChange(
    _ observer: @escaping @Sendable (_ added: [Record]) -> Void
  ) -> RecordObservation {
    RecordObservation(id: RecordStore.process.observe(observer))
  }
}

/// An observation of the registry, which continues until it is cancelled.
public struct RecordObservation: Sendable {
  let id: UInt64

  /// Stops the observation.
  ///
  /// If the observer is running on another thread, it finishes.
  public func cancel() {
    RecordStore.process.removeObserver(id)
  }
}

extension SectionRegistry {
  /// Makes the next query scan all images and read all records again, as if a new image had been
  /// loaded.
  ///
  /// A process can load an image only once and never unloads it, so a benchmark has no other way to
  /// measure this query more than once. Programs never need this function, because the registry
  /// detects outdated snapshots.
  @_spi(Benchmarks)
  public static func forgetSnapshot() {
    RecordStore.process.forgetSnapshot()
  }
}

extension SectionRegistry {
  /// Loads a library and returns its records.
  ///
  /// The library remains loaded until the process ends, because Swift code cannot be unloaded
  /// safely. Loading it again has no effect.
  ///
  /// - Parameter path: The path or name for `dlopen`.
  /// - Returns: The enabled records of images that were not loaded before.
  /// - Throws: A ``ModuleProblem`` with the message of the loader.
  @discardableResult
  public static func loadLibrary(at path: String) throws -> [Record] {
    let before = Set(records.map(\.id))
    try openLibrary(at: path)
    return records.filter { !before.contains($0.id) }
  }
}

/// The loaded images and filters, on which every query for records depends.
///
/// If two revisions are equal, queries return equal results. Code that caches a result reads the
/// revision before the query, so that it detects a change in between the next time.
package struct RecordRevision: Equatable, Sendable {
  /// The number of images that have ever been loaded.
  let loadedImages: UInt64
  /// The number of changes of the filters.
  let filterChanges: UInt64

  /// The revision before any image was loaded, which is never the current one.
  package static let none = RecordRevision(loadedImages: 0, filterChanges: 0)
}

/// Identifies an image with records.
package struct ImageID: Hashable, Sendable {
  let address: UInt

  /// Creates the identifier of the image at this address.
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
  /// It changes when an image is loaded, with or without records, and when ``disable(_:)`` or
  /// ``enable(_:)`` changes a filter.
  ///
  /// - Complexity: It normally takes a few nanoseconds. After an image was loaded and before the
  ///   next query, and while the last image can still be unloaded, the loader is queried under its
  ///   lock, which takes a few tens of nanoseconds.
  /// - Concurrency: Uses no lock, except the lock of the loader in these cases. A query after a
  ///   changed revision sees the change.
  package static var revision: RecordRevision { RecordStore.process.revision }

  /// Returns the image whose code contains this address, among all images with records.
  ///
  /// The result is also correct for code that runs while its image is being loaded, or before
  /// `main`.
  package static func imageID(ofCodeAt address: UInt) -> ImageID? {
    RecordStore.process.image(ofCodeAt: address).map(ImageID.init)
  }
}

extension Record {
  /// The image that contains the record.
  package var imageID: ImageID { ImageID(image) }
}
