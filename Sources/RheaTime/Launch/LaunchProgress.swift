import SectionRegistry

/// The images that have had `load` and `premain`: the rules, without synchronization.
struct LaunchProgress: Sendable {
  /// The images whose `load` has started.
  private var begun: Set<ImageID> = []
  /// The images whose `load` has finished.
  private var loaded: Set<ImageID> = []
  /// The images that have had `premain`.
  private var started: Set<ImageID> = []
  /// A Boolean value that indicates whether `load` has ever happened, and one for `premain`.
  private var hasLoaded = false, hasStarted = false

  /// Starts the `load` of an image.
  ///
  /// - Returns: `true` if its `load` happens now, `false` if it has already started.
  mutating func beginLoading(_ image: ImageID) -> Bool {
    begun.insert(image).inserted
  }

  /// Records that the `load` of some images has finished.
  mutating func finishLoading(_ images: Set<ImageID>) {
    loaded.formUnion(images)
    hasLoaded = true
  }

  /// Starts the `load` of images without announcement.
  ///
  /// - Returns: The images whose `load` happens now, which may be none the first time. The result
  ///   is `nil` if announcements of other images are outstanding, or if nothing has changed.
  mutating func beginLoadingSilentImages(of images: LaunchImages) -> Set<ImageID>? {
    guard images.announcing.isSubset(of: loaded) else { return nil }
    let silent = images.silent.subtracting(begun)
    begun.formUnion(silent)
    return silent.isEmpty && hasLoaded ? nil : silent
  }

  /// Claims the images whose `premain` can happen.
  ///
  /// - Returns: The images whose `premain` happens now, which may be none the first time. The
  ///   result is `nil` if the `load` of an image has not finished, or if nothing has changed.
  mutating func takeLoadedImages(of images: LaunchImages) -> Set<ImageID>? {
    guard images.announcing.isSubset(of: loaded), begun == loaded else { return nil }
    let ready = loaded.subtracting(started)
    guard !ready.isEmpty || !hasStarted else { return nil }
    started.formUnion(ready)
    hasStarted = true
    return ready
  }
}

/// The images that declare callbacks for `load` or `premain`.
struct LaunchImages: Sendable {
  /// Images with code that announces their initialization.
  var announcing: Set<ImageID> = []
  /// The images whose callbacks for these moments are known only from the value of an expression.
  var silent: Set<ImageID> = []

  init(announcing: Set<ImageID>, silent: Set<ImageID>) {
    self.announcing = announcing
    self.silent = silent
  }

  /// Finds the images that declare these callbacks.
  init(of callbacks: [Callback]) {
    for callback in callbacks where callback.event == .load || callback.event == .premain {
      guard case .record(_, _, let image, let isAnnounced) = callback.origin else { continue }
      if isAnnounced { announcing.insert(image) } else { silent.insert(image) }
    }
    silent.subtract(announcing)
  }
}
