import ProcessLifecycle
import SectionRegistry
import Synchronization

/// The order of `load` and `premain` for the callbacks of all images.
///
/// Each image that declares callbacks for these moments announces when it has been initialized.
/// Libraries are initialized before the program, except libraries that are opened later. The `load`
/// callbacks of an image run as soon as it announces itself. The `premain` callbacks of all images
/// run after the last announcement.
///
/// In a program with a statically linked standard library, almost nothing can be done before
/// `main`. Both moments then happen when the program first uses RheaTime, at the latest when it
/// launches.
final class LaunchMoments: Sendable {
  /// The moments of this process.
  static let process = LaunchMoments()

  private let progress = Mutex(LaunchProgress())

  /// Code addresses of images that announced themselves before the moments could happen, or `nil`
  /// after that time.
  private let postponed = Mutex<[UInt]?>(ProcessLifecycle.canRunBeforeMain ? nil : [])

  /// An image has been initialized.
  ///
  /// - Parameter code: A code address in the image.
  func imageIsReady(codeAt code: UInt) {
    guard postponed.withLock({ $0?.append(code) }) == nil else { return }
    guard let image = SectionRegistry.imageID(ofCodeAt: code),
      progress.withLock({ $0.beginLoading(image) })
    else { return }
    load([image])
    settle()
  }

  /// Triggers the moments for all images that have not had them, if no announcement is outstanding.
  func settle() {
    let announced = postponed.withLock { $0.take() } ?? []
    for code in announced { imageIsReady(codeAt: code) }
    let images = LaunchImages(of: DeclaredCallbacks.beforeMain)
    if let silent = progress.withLock({ $0.beginLoadingSilentImages(of: images) }) {
      load(silent)
    }
    if let ready = progress.withLock({ $0.takeLoadedImages(of: images) }) {
      // Other declarations for the time before `main` run first, such as wires from events that
      // these callbacks trigger. The order in which the linker places the two entries is undefined.
      ProcessLifecycle.runDeclaredBeforeMain()
      fire(.premain, in: ready)
    }
  }

  private func load(_ images: Set<ImageID>) {
    fire(.load, in: images)
    progress.withLock { $0.finishLoading(images) }
  }

  private func fire(_ event: RheaEvent, in images: Set<ImageID>) {
    if images.isEmpty {
      RheaCenter.process.fireForNobodyDeclared(event)
    } else {
      RheaCenter.process.fire(event, in: images.contains)
    }
  }
}
