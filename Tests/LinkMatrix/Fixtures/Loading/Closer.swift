import Glibc
import SectionRegistry

/// Opens a library, looks at its records, closes it, and uses them.
@main
struct Closer {
  static func main() {
    guard let library = dlopen(CommandLine.arguments[1], RTLD_NOW) else {
      fatalError(String(cString: dlerror()))
    }
    SectionRegistry.refresh()
    print("closed", dlclose(library))
    report()
  }
}
