import Foundation

/// The system calls for sockets of the loopback interface.
///
/// If calls differ between platforms, a separate file for each platform implements them.
enum LoopbackSocket {
  /// A system call that failed.
  struct Failure: Error {
    let call: String
    let number: Int32

    /// The system's description of the error.
    var reason: String { unsafe String(cString: strerror(number)) }

    static func last(_ call: String) -> Failure { Failure(call: call, number: errno) }
  }

  /// Listens on a port of an IPv4 address.
  ///
  /// - Parameters:
  ///   - port: The port, or 0 for any free port.
  ///   - address: The address, such as `127.0.0.1`.
  /// - Returns: The descriptor, which never blocks, and the port.
  /// - Throws: ``Failure`` with the call that failed.
  static func listen(
    at port: UInt16, of address: String
  ) throws(Failure) -> (descriptor: Int32, port: UInt16) {
    let descriptor = try make()
    do throws(Failure) {
      var yes: Int32 = 1
      // Connections of an earlier process that are still closing do not block the port.
      _ = unsafe setsockopt(
        descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout.size(ofValue: yes)))
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      return (descriptor, try bind(descriptor, to: port, of: address))
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func bind(
    _ descriptor: Int32, to port: UInt16, of host: String
  ) throws(Failure) -> UInt16 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    guard unsafe inet_pton(AF_INET, host, &address.sin_addr) == 1 else {
      throw Failure(call: "inet_pton", number: EINVAL)
    }
    address.sin_port = port.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let failure = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> Failure? in
        guard unsafe Foundation.bind(descriptor, pointer, length) == 0 else { return .last("bind") }
        guard Foundation.listen(descriptor, SOMAXCONN) == 0 else { return .last("listen") }
        guard unsafe getsockname(descriptor, pointer, &length) == 0 else {
          return .last("getsockname")
        }
        return nil
      }
    }
    if let failure { throw failure }
    return UInt16(bigEndian: address.sin_port)
  }
}
