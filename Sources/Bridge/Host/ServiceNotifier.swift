import Foundation

/// A connection to systemd, or to another supervisor that listens at `NOTIFY_SOCKET`, for notices
/// about the app.
struct ServiceNotifier: Sendable {
  /// The environment variable with the address.
  static let variable = "NOTIFY_SOCKET"

  private let address: UnixSocketAddress

  /// Reads the address of the supervisor, or returns `nil` if the app has none.
  ///
  /// - Throws: A ``UnixSocketError`` if the variable contains no valid address.
  init?(environment: [String: String]) throws(UnixSocketError) {
    guard let path = environment[Self.variable], !path.isEmpty else { return nil }
    guard path.hasPrefix("/") || path.hasPrefix("@") else {
      throw UnixSocketError(
        """
        \(Self.variable) is '\(path)', so no supervisor is notified of the app: it must be an \
        absolute path, or an abstract name that starts with '@'.
        """)
    }
    address = try UnixSocketAddress(path: path)
  }

  /// Sends a notice, and waits at most one second if the supervisor does not read.
  func send(_ notice: ServiceNotice) throws(UnixSocketError) {
    let descriptor = try UnixSocket.make(.datagrams, for: address.path)
    defer { close(descriptor) }
    var patience = timeval(tv_sec: 1, tv_usec: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let bytes = Array(notice.text.utf8)
    let (sent, number) = unsafe address.withAddress { address, length in
      let sent = unsafe sendto(
        descriptor, bytes, bytes.count, UnixSocket.sendFlags, address, length)
      return (sent, errno)
    }
    guard sent == bytes.count else {
      throw .call("the notice '\(notice.text)' to the socket", at: address.path, number: number)
    }
  }

  /// The current time of the monotonic clock.
  static var monotonicMicroseconds: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
  }
}

/// A notice of a service to its supervisor.
enum ServiceNotice: Sendable, Hashable {
  /// The service is running.
  case ready
  /// The service has been reloading its settings since this time of the monotonic clock.
  case reloading(microseconds: UInt64)
  /// The service is stopping.
  case stopping
  /// The status of the app as a sentence.
  case status(String)
  /// The service is alive.
  case alive

  /// The notice in systemd's format.
  var text: String {
    switch self {
    case .ready: "READY=1"
    case .reloading(let microseconds): "RELOADING=1\nMONOTONIC_USEC=\(microseconds)"
    case .stopping: "STOPPING=1"
    // A second line would be parsed as another notice.
    case .status(let text):
      "STATUS=" + text.split(whereSeparator: \.isNewline).joined(separator: " ")
    case .alive: "WATCHDOG=1"
    }
  }
}
