import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  #error("Bridge needs the dynamic loader of this platform.")
#endif

/// The loader of the system, as it sees the process.
///
/// What differs between systems is in `DynamicLoader+….swift`.
enum DynamicLoader {
  /// The processor that the process runs on, as files name it.
  static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      arm64Name
    #elseif arch(riscv64)
      "riscv64"
    #else
      #error("Name this processor here as BinaryRecords does.")
    #endif
  }

  /// Returns whether a library of this path or name is open.
  static func hasOpened(_ library: String) -> Bool {
    guard let handle = unsafe dlopen(library, RTLD_LAZY | RTLD_NOLOAD) else { return false }
    // Asking has counted as opening it.
    unsafe dlclose(handle)
    return true
  }

  /// Returns whether code that comes later finds a symbol of this name.
  static func shares(_ symbol: String) -> Bool {
    unsafe dlsym(everywhere, symbol) != nil
  }

  /// The folders that are searched for every program, beside the system's own.
  static var searchFolders: [String] {
    (ProcessInfo.processInfo.environment[searchVariable] ?? "")
      .split(separator: ":").map(String.init)
  }
}
