import Glibc
import SectionRegistry

/// Opens the libraries it is told to, and counts the images with records.
@main
struct EarlyHost {
  static func main() {
    print("main")
    for path in CommandLine.arguments.dropFirst() where dlopen(path, RTLD_NOW) == nil {
      fatalError(String(cString: dlerror()))
    }
    print("images", Set(SectionRegistry.records.map(\.imageID)).count)
  }
}
