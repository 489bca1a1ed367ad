import CGround
import RecordFormat

/// The numbers of images that were loaded and unloaded.
struct ImageGeneration: Equatable, Sendable {
  /// The number of images that have ever been loaded.
  ///
  /// It never decreases.
  ///
  /// This number alone determines whether a scan is outdated. Unloaded images do not matter: images
  /// with records are pinned and remain loaded, and the scan keeps nothing of the others.
  var loaded: UInt64
  /// The number of images that have been unloaded.
  ///
  /// It only matters during a scan, when an image may be unloaded before it is pinned.
  var unloaded: UInt64

  /// The current generation of the process, from the loader.
  static var current: ImageGeneration { ImageGeneration(modkit_current_generation()) }

  /// The number of images that the process has loaded so far, which is read in a few nanoseconds.
  ///
  /// It never decreases, and includes all images that are currently loaded. It may be lower than
  /// `current.loaded` if an image was loaded and unloaded.
  static var loadedNow: UInt64 { modkit_loaded_images() }
}

extension ImageGeneration {
  init(_ generation: modkit_generation) {
    self.init(loaded: generation.loaded, unloaded: generation.unloaded)
  }
}

/// All images with records at one generation, in the order of the loader.
struct ImageScan: Sendable {
  var generation: ImageGeneration
  var images: [ImageRecords]
  var problems: [ModuleProblem]
}

extension ImageScan {
  /// Scans all images in the process and pins the images with records.
  ///
  /// Images are pinned before they are read, because they could otherwise be unmapped during this.
  /// If images are loaded or unloaded during the scan, it is repeated. This check asks the loader
  /// itself, because ``ImageGeneration/loadedNow`` does not count unloaded images.
  static func ofProcess() -> ImageScan {
    while true {
      let found = unsafe modkit_collect_runs()
      defer { unsafe modkit_free_runs(found) }
      let scan = unsafe ImageScan(pinning: found)
      if ImageGeneration.current == scan.generation {
        unsafe modkit_watch_images(found)
        return scan
      }
    }
  }

  private init(pinning found: modkit_runs) {
    generation = unsafe ImageGeneration(found.generation)
    images = []
    problems = unsafe found.complete ? [] : [.imagesMissed]
    let all = unsafe UnsafeBufferPointer(start: found.runs, count: found.count)
    // The blocks of an image are adjacent.
    var rest = unsafe all[...]
    while let first = unsafe rest.first {
      let runs = unsafe rest.prefix { unsafe $0.image == first.image }
      unsafe rest = rest.dropFirst(runs.count)
      let path = unsafe String(cString: first.path)
      guard unsafe first.is_main_executable || modkit_pin_image(first.path) != nil else {
        problems.append(.imageNotPinned(path: path))
        continue
      }
      let image = unsafe Image.at(
        first.image, path: path,
        code: first.code_start..<max(first.code_start, first.code_end))
      let decoders = unsafe runs.map { run in
        unsafe RecordDecoder(
          UnsafeRawBufferPointer(start: run.start, count: run.size), noteAlignment: run.alignment)
      }
      images.append(ImageRecords(image: image, runs: decoders))
    }
  }
}
