import SectionRegistry

/// Which images have had `load` and `premain`: the rules, without threads.
struct LaunchProgress: Sendable {
  /// Images whose `load` has begun.
  private var begun: Set<ImageID> = []
  /// Images whose `load` is over.
  private var loaded: Set<ImageID> = []
  /// Images that have had `premain`.
  private var started: Set<ImageID> = []
  /// A Boolean value that indicates whether `load`, and `premain`, have ever come.
  private var hasLoaded = false, hasStarted = false

  /// An image announces itself.
  ///
  /// - Returns: Whether its `load` comes now; false if that has begun already.
  mutating func beginLoading(_ image: ImageID) -> Bool {
    begun.insert(image).inserted
  }

  /// The `load` of these images is over.
  mutating func finishLoading(_ images: Set<ImageID>) {
    loaded.formUnion(images)
    hasLoaded = true
  }

  /// Asks for images that do not announce themselves.
  ///
  /// - Returns: Those whose `load` comes now, which may be none the first time.
  ///   Nothing while other images are still to announce themselves, and when
  ///   there is nothing to do.
  mutating func beginLoadingSilentImages(of images: LaunchImages) -> Set<ImageID>? {
    guard images.announcing.isSubset(of: loaded) else { return nil }
    let silent = images.silent.subtracting(begun)
    begun.formUnion(silent)
    return silent.isEmpty && hasLoaded ? nil : silent
  }

  /// Asks for images to start.
  ///
  /// - Returns: Those whose `premain` comes now, which may be none the first
  ///   time. Nothing while the `load` of some image is not over, and when there
  ///   is nothing to do.
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
  /// Images with code that announces their initialisation.
  var announcing: Set<ImageID> = []
  /// Images in which only the value of an expression shows that they have such callbacks.
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
