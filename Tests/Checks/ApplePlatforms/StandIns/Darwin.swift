// What Apple's C library has beyond that of Linux, or otherwise.

@_exported public import Glibc

public func pthread_main_np() -> Int32 { 0 }
public func clock_gettime_nsec_np(_ clock: clockid_t) -> UInt64 { 0 }
public func getpeereid(
  _ descriptor: Int32, _ user: UnsafeMutablePointer<uid_t>, _ group: UnsafeMutablePointer<gid_t>
) -> Int32 { 0 }

public struct _opaque_pthread_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public func pthread_self() -> pthread_t { fatalError("a stand-in is not run") }

@unsafe public func _NSGetEnviron()
  -> UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
{
  fatalError("a stand-in is not run")
}

/// In the language mode of Swift 5, as the variables of C are.
public var stdout: UnsafeMutablePointer<FILE>!

public var _IOLBF: Int32 { 1 }

public struct fstore_t {
  public init(
    fst_flags: UInt32, fst_posmode: Int32, fst_offset: off_t, fst_length: off_t,
    fst_bytesalloc: off_t
  ) {}
}

public var F_ALLOCATEALL: Int32 { 4 }
public var F_PEOFPOSMODE: Int32 { 3 }
public var F_PREALLOCATE: Int32 { 42 }
public var SO_NOSIGPIPE: Int32 { 0x1022 }
public var SOCK_STREAM: Int32 { 1 }
public var SOCK_DGRAM: Int32 { 2 }

/// What is called on a signal, under the name that the field has there.
@unsafe public struct __sigaction_u {
  public var __sa_handler: (@convention(c) (Int32) -> Void)?
}

extension sigaction {
  @unsafe public var __sigaction_u: Darwin.__sigaction_u {
    get { Darwin.__sigaction_u() }
    set {}
  }
}

extension stat {
  public var st_mtimespec: timespec { st_mtim }
}
