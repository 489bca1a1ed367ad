import Foundation
import ModularityTestSupport

/// A supervisor: a socket that the test makes, and what was sent to it.
final class DatagramListener: Sendable {
  let path: String
  private let descriptor: Int32
  private let folder: TemporaryFolder?

  /// Listens at a path of its own, or at an abstract name.
  init(isAbstract: Bool = false) throws {
    if isAbstract {
      folder = nil
      path = "@modkit-\(getpid())-\(UInt32.random(in: .min ... .max))"
    } else {
      let folder = try TemporaryFolder(isShort: true)
      self.folder = folder
      path = folder.path("notify")
    }
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    if isAbstract { bytes[0] = 0 }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let length = socklen_t(2 + bytes.count + (isAbstract ? 0 : 1))
    let result = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, length)
      }
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno)!) }
    var patience = timeval(tv_sec: 600, tv_usec: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// The next notice, or what went wrong.
  func next() async -> String {
    await withCheckedContinuation { continuation in
      // A thread that may wait.
      Thread.detachNewThread { continuation.resume(returning: self.receive(flags: 0)) }
    }
  }

  /// All that has been sent and not been read.
  func rest() -> [String] {
    var notices: [String] = []
    while true {
      let notice = receive(flags: Int32(MSG_DONTWAIT))
      if notice.hasPrefix("error") { return notices }
      notices.append(notice)
    }
  }

  private func receive(flags: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var count: Int
    repeat {
      count = unsafe recv(descriptor, &bytes, bytes.count, flags)
    } while count < 0 && errno == EINTR
    return count < 0 ? "error \(errno)" : String(decoding: bytes[..<count], as: UTF8.self)
  }
}
