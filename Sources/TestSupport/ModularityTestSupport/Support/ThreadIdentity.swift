#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  #error("ThreadIdentity needs pthread_self() from this platform's C library.")
#endif

/// Which thread this is, as a value that can be compared.
///
/// A thread identity means something only while its thread runs: the system
/// gives it to a later thread again.
struct ThreadIdentity: Hashable, Sendable {
  private let address: UInt

  private init(address: UInt) {
    self.address = address
  }

  /// The thread that asks.
  static var current: ThreadIdentity {
    #if canImport(Darwin)
      unsafe ThreadIdentity(address: UInt(bitPattern: pthread_self()))
    #else
      ThreadIdentity(address: UInt(pthread_self()))
    #endif
  }
}
