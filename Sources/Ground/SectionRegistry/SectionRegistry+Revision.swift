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
