import Glibc
import SectionRegistry

#record("text", key: "host", as: String.self) { "from the host" }

/// Prints what its own copy of the toolkit sees, and then what the copy sees that
/// comes with a library.
@main
struct Host {
  static func main() {
    guard let guest = dlopen(CommandLine.arguments[1], RTLD_NOW),
      let symbol = dlsym(guest, "reportAsGuest")
    else { fatalError(String(cString: dlerror())) }
    print("host sees")
    report()
    unsafeBitCast(symbol, to: (@convention(c) () -> Void).self)()
  }
}
