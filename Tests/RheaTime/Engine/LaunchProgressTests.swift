import ModularityTestSupport
import SectionRegistry
import Testing

@testable import RheaTime

@Suite struct LaunchProgressTests {
  @Test func `Every order of two images, one without callbacks, and the launch is handled`() {
    let count = Launch(
      announcing: [1, 2], silent: [3],
      actors: [.announcement(of: 1), .announcement(of: 2), .settling]
    ).tryEveryOrder()
    #expect(count > 1_000)
  }

  @Test func `Every order with a library that is opened later is handled`() {
    let count = Launch(
      announcing: [1], actors: [.announcement(of: 1), .opening(of: 2), .settling]
    ).tryEveryOrder()
    #expect(count > 1_000)
  }

  @Test func `Every order is handled when the load of one image opens another`() {
    let count = Launch(
      announcing: [1, 4],
      actors: [.announcement(of: 1, whoseLoadOpens: 2), .announcement(of: 4)]
    ).tryEveryOrder()
    #expect(count > 100)
  }

  @Test func `An image that announces itself twice has each launch event once`() {
    let count = Launch(
      announcing: [1], silent: [2, 3],
      actors: [.announcement(of: 1), .announcement(of: 1), .settling]
    ).tryEveryOrder()
    #expect(count > 1_000)
  }

  @Test(arguments: Sweep.inputs(0..<300 as Range<UInt64>, oneIn: 5))
  func `Many images in random order have each launch event once`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var launch = Launch(
      announcing: [1, 2, 3, 4], silent: [10, 11],
      actors: [
        .settling, .announcement(of: 1), .announcement(of: 2, whoseLoadOpens: 5),
        .announcement(of: 3), .announcement(of: 4, whoseLoadOpens: 6), .opening(of: 7), .settling,
      ])
    while let actor = launch.unfinishedActors.randomElement(using: &generator) {
      launch.step(actor)
    }
    launch.expectCompletion()
  }

  @Test
  func `Without declarations, each launch event occurs once, for callbacks added at run time`() {
    var progress = LaunchProgress()
    let none = LaunchImages(announcing: [], silent: [])
    #expect(progress.beginLoadingSilentImages(of: none) == [])
    progress.finishLoading([])
    #expect(progress.takeLoadedImages(of: none) == [])
    #expect(progress.beginLoadingSilentImages(of: none) == nil)
    #expect(progress.takeLoadedImages(of: none) == nil)
  }

  @Test func `Only images with callbacks for load or premain are waited for`() {
    let images = LaunchImages(of: [
      .declared(for: .load, id: 1, image: 1, isAnnounced: true),
      .declared(for: .premain, id: 2, image: 1),
      .declared(for: .premain, id: 3, image: 2),
      .declared(for: .appDidFinishLaunching, id: 4, image: 3),
      .declared(for: "e", id: 5, image: 4),
      .added(for: .load, number: 1),
    ])
    #expect(images.announcing == [.sample(1)])
    #expect(images.silent == [.sample(2)])
  }
}

// MARK: - A launch whose threads take turns

/// What one thread does next; each is one look at the progress, under its lock.
private enum Step {
  /// Tells that an image has come, as loading a library does.
  case appear(Int)
  case begin(Int)
  case finish(Set<ImageID>)
  case look
  case beginSilent(LaunchImages)
  case start(LaunchImages)
}

/// The steps that a thread will take, the next one last.
private struct Actor {
  var steps: [Step]

  static var settling: Actor { Actor(steps: [.look]) }

  static func announcement(of image: Int, whoseLoadOpens library: Int? = nil) -> Actor {
    var actor = Actor(steps: [.look, .finish([.sample(image)]), .begin(image)])
    if let library {
      // Inside the load of the image, that is after its beginning.
      actor.steps.insert(contentsOf: opening(of: library).steps, at: 2)
    }
    return actor
  }

  static func opening(of library: Int) -> Actor {
    Actor(steps: announcement(of: library).steps + [.appear(library)])
  }
}

/// A launch, the threads that take part in it, and what came to which image.
private struct Launch {
  private var progress = LaunchProgress()
  private var images: LaunchImages
  private var actors: [Actor]
  private var loading: Set<ImageID> = []
  private var loaded: [ImageID] = []
  private var started: [ImageID] = []

  init(announcing: [Int], silent: [Int] = [], actors: [Actor]) {
    images = LaunchImages(
      announcing: Set(announcing.map(ImageID.sample)), silent: Set(silent.map(ImageID.sample)))
    self.actors = actors
  }

  var unfinishedActors: [Int] { actors.indices.filter { !actors[$0].steps.isEmpty } }

  /// Follows every order in which the threads can take their steps.
  ///
  /// - Returns: How many there are.
  func tryEveryOrder() -> Int {
    let unfinished = unfinishedActors
    guard !unfinished.isEmpty else {
      expectCompletion()
      return 1
    }
    return unfinished.reduce(0) { count, actor in
      var next = self
      next.step(actor)
      return count + next.tryEveryOrder()
    }
  }

  /// Lets a thread take its next step, as LaunchMoments does.
  mutating func step(_ actor: Int) {
    switch actors[actor].steps.removeLast() {
    case .appear(let image):
      images.announcing.insert(.sample(image))
    case .begin(let image):
      if progress.beginLoading(.sample(image)) {
        loading.insert(.sample(image))
      } else {
        skipAnnouncement(by: actor)
      }
    case .finish(let images):
      loading.subtract(images)
      loaded += images
      progress.finishLoading(images)
    case .look:
      actors[actor].steps += [.start(images), .beginSilent(images)]
    case .beginSilent(let images):
      guard let silent = progress.beginLoadingSilentImages(of: images) else { return }
      loading.formUnion(silent)
      actors[actor].steps.append(.finish(silent))
    case .start(let images):
      guard let ready = progress.takeLoadedImages(of: images) else { return }
      #expect(loading.isEmpty, "premain came during a load")
      #expect(images.announcing.isSubset(of: loaded), "premain came before a load")
      started += ready
    }
  }

  /// An image that has announced itself before has nothing more to say.
  private mutating func skipAnnouncement(by actor: Int) {
    actors[actor].steps.removeAll()
  }

  func expectCompletion() {
    let all = images.announcing.union(images.silent)
    #expect(loaded.count == all.count && Set(loaded) == all)
    #expect(started.count == all.count && Set(started) == all)
  }
}
