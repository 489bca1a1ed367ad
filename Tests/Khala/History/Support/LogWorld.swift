import Foundation
import ModularityTestSupport
import Synchronization

@testable import Khala

/// A folder and a time of its own, in which a test keeps logs.
final class LogWorld: Sendable {
  /// Where the logs are, once there are any.
  let folder: URL
  private let parent: TemporaryFolder
  let clock = ManualClock()
  let errors = EventRecorder<KhalaLogError>()
  /// The names of the finished files, as they were handed over.
  let handedOver = EventRecorder<String>()
  private let date: Mutex<Date>

  /// Begins at a moment, written like `2018-12-01T02:06:54Z`.
  init(at start: String = "2018-12-01T02:06:54Z") throws {
    date = Mutex(try Date(start, strategy: .iso8601))
    parent = try TemporaryFolder()
    folder = parent.url.appending(path: "Logs", directoryHint: .isDirectory)
  }

  /// A configuration that belongs here; it does not keep the world.
  func configuration(
    handsOver: Bool = true, _ change: (inout KhalaLogConfiguration) -> Void = { _ in }
  ) -> KhalaLogConfiguration {
    var configuration = KhalaLogConfiguration(folder: folder)
    configuration.now = { [weak self] in self?.now ?? .distantPast }
    configuration.clock = clock
    configuration.errorHandler = { [errors] in errors.record($0) }
    if handsOver {
      configuration.onFinishedFile = { [handedOver] in handedOver.record($0.lastPathComponent) }
    }
    change(&configuration)
    return configuration
  }

  /// A log that is enabled and ready.
  func log(
    handsOver: Bool = true, _ change: (inout KhalaLogConfiguration) -> Void = { _ in }
  ) -> KhalaLog {
    let log = KhalaLog(configuration: configuration(handsOver: handsOver, change))
    log.isEnabled = true
    log.flush()
    return log
  }

  var now: Date { date.withLock { $0 } }

  /// Lets time pass.
  func pass(_ seconds: Int) {
    date.withLock { $0 += TimeInterval(seconds) }
    clock.advance(by: .seconds(seconds))
  }

  /// Sets the time of day back, while the clock goes on.
  func setBack(_ seconds: Int) {
    date.withLock { $0 -= TimeInterval(seconds) }
  }

  // MARK: - Files

  /// The names in the folder, in order.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  func url(_ name: String) -> URL { folder.appending(path: name) }

  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url(name)))
  }

  func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// Writes a file as an earlier run would leave it, with zero bytes at its end.
  func leave(_ text: String, zeros: Int = 0, as name: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try (Data(text.utf8) + Data(count: zeros)).write(to: url(name))
  }

  func isReadOnly(_ name: String) throws -> Bool {
    let attributes = try FileManager.default.attributesOfItem(atPath: url(name).path)
    return (attributes[.posixPermissions] as? Int ?? 0) & 0o222 == 0
  }
}

/// Lets a hook reach the log that calls it.
final class LogHolder: Sendable {
  private let held = Mutex<KhalaLog?>(nil)

  var log: KhalaLog? {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
}
