#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  #error("SectionRegistry needs the C library of this platform.")
#endif

/// The value of an environment variable.
func environmentValue(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// Whether two runs of bytes are the same.
func haveEqualBytes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  guard left.count == right.count else { return false }
  guard let start = left.baseAddress, let other = right.baseAddress else {
    return true
  }
  return unsafe memcmp(start, other, left.count) == 0
}

/// Loads a library for good.
func openLibrary(at path: String) throws(RecordProblem) {
  guard unsafe dlopen(path, RTLD_NOW | RTLD_NODELETE) == nil else { return }
  let reason = unsafe dlerror().map { unsafe String(cString: $0) } ?? "the loader gave no reason"
  throw .libraryNotLoaded(path: path, reason: reason)
}
