import CGround
import RecordFormat

/// The numbers of images that were loaded and unloaded.
struct ImageGeneration: Equatable, Sendable {
  /// The number of images that were ever loaded; never falls.
  ///
  /// This number alone says whether a scan is out of date. That images went does
  /// not matter to one: those that hold records are pinned and stay, and of the
  /// others it has kept nothing.
  var loaded: UInt64
  /// The number of them that were unloaded.
  ///
  /// It matters only while scanning, where an image may go before it is pinned.
  var unloaded: UInt64

  /// The process's generation now, from the loader itself.
  static var current: ImageGeneration { ImageGeneration(modkit_current_generation()) }

  /// The number of images that the process has loaded now, read in a few nanoseconds.
  ///
  /// It never falls, and is never less than what counted an image that is there
  /// now. It may be less than `current.loaded` where an image came and went.
  static var loadedNow: UInt64 { modkit_loaded_images() }
}

extension ImageGeneration {
  init(_ generation: modkit_generation) {
    self.init(loaded: generation.loaded, unloaded: generation.unloaded)
  }
}

/// All images that hold records, in the order in which the loader knows them,
/// as of one generation.
struct ImageScan: Sendable {
  var generation: ImageGeneration
  var images: [ImageRecords]
  var problems: [ModuleProblem]
}

extension ImageScan {
  /// Looks at every image in the process and pins those that hold records.
  ///
  /// Pinning comes before reading: an image could otherwise be unmapped under
  /// the reader. When images came or went meanwhile, it begins again; the loader
  /// itself is asked about that, because ``ImageGeneration/loadedNow`` does not
  /// tell of images that went.
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
    // The runs of one image are neighbors.
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
