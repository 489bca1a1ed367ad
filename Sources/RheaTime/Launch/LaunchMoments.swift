import ProcessLifecycle
import SectionRegistry
import Synchronization

/// When `load` and `premain` come to the callbacks of which image.
///
/// Each image that declares callbacks for them says when it has been
/// initialised: the libraries before the program, and a library that is opened
/// later when it is opened. Its `load` comes at once, and `premain` comes to all
/// of them when the last has said so.
///
/// In a program with the standard library linked in, where next to nothing may
/// be done before `main`, both come when the program first uses RheaTime, and at
/// the latest when it launches.
final class LaunchMoments: Sendable {
  /// The moments of this process.
  static let process = LaunchMoments()

  private let progress = Mutex(LaunchProgress())

  /// Addresses in the code of images that announced themselves when nothing could
  /// be done about it; nothing once that is over.
  private let postponed = Mutex<[UInt]?>(ProcessLifecycle.canRunBeforeMain ? nil : [])

  /// An image has been initialised.
  ///
  /// - Parameter code: An address in its code.
  func imageIsReady(codeAt code: UInt) {
    guard postponed.withLock({ $0?.append(code) }) == nil else { return }
    guard let image = SectionRegistry.imageID(ofCodeAt: code),
      progress.withLock({ $0.beginLoading(image) })
    else { return }
    load([image])
    settle()
  }

  /// Brings the moments to all images that have not had them, as soon as none is
  /// still to announce itself.
  func settle() {
    let announced = postponed.withLock { $0.take() } ?? []
    for code in announced { imageIsReady(codeAt: code) }
    let images = LaunchImages(of: DeclaredCallbacks.beforeMain)
    if let silent = progress.withLock({ $0.beginLoadingSilentImages(of: images) }) {
      load(silent)
    }
    if let ready = progress.withLock({ $0.takeLoadedImages(of: images) }) {
      // What else is to be there before `main` comes first, such as wires from events that
      // these callbacks trigger: which of the two entries the linker puts first is chance.
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
