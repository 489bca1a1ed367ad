import CSectionRegistry
import RecordFormat

/// How many images have come and gone.
///
/// Both counts only grow, so of two generations one is always the later.
struct ImageGeneration: Equatable, Sendable {
  var loaded: UInt64
  var unloaded: UInt64

  /// The generation before any image.
  static let none = ImageGeneration(loaded: 0, unloaded: 0)

  /// The process's generation now.
  static var current: ImageGeneration { ImageGeneration(modkit_current_generation()) }

  func isLater(than other: ImageGeneration) -> Bool {
    loaded > other.loaded || unloaded > other.unloaded
  }
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
  var problems: [RecordProblem]
}

extension ImageScan {
  /// Looks at every image in the process and pins those that hold records.
  ///
  /// Pinning comes before reading: an image could otherwise be unmapped under
  /// the reader. When images came or went meanwhile, it begins again.
  static func ofProcess() -> ImageScan {
    while true {
      let found = unsafe modkit_collect_runs()
      defer { unsafe modkit_free_runs(found) }
      let scan = unsafe ImageScan(pinning: found)
      if ImageGeneration.current == scan.generation { return scan }
    }
  }

  private init(pinning found: modkit_runs) {
    generation = unsafe ImageGeneration(found.generation)
    images = []
    problems = unsafe found.complete ? [] : [.imagesMissed]
    let all = unsafe UnsafeBufferPointer(start: found.runs, count: found.count)
    // The runs of one image are neighbours.
    var rest = unsafe all[...]
    while let first = unsafe rest.first {
      let runs = unsafe rest.prefix { unsafe $0.image == first.image }
      unsafe rest = rest.dropFirst(runs.count)
      let path = unsafe String(cString: first.path)
      guard unsafe first.is_main_executable || modkit_pin_image(first.path) else {
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
