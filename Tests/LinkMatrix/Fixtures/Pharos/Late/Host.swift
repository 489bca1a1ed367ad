import Glibc
import Pharos
import SectionRegistry

#observer(of: .count) { changes in print("host \(changes.old)->\(changes.new)") }

/// Makes a relay, opens libraries that observe it, and sets it after each.
@main
struct Host {
  static func main() {
    let count = SharedRelay.of(.count, default: 1)
    count.set(2)
    for (index, path) in CommandLine.arguments.dropFirst().enumerated() {
      guard unsafe dlopen(path, RTLD_NOW) != nil else {
        fatalError(unsafe String(cString: dlerror()))
      }
      print("opened")
      // Loading runs no code of the toolkit, which looks for images when it is asked.
      SectionRegistry.refresh()
      count.set(index + 3)
    }
    for observer in SharedRelays.observers { print(observer.location.fileID, observer.state) }
    for problem in SharedRelays.problems { print(problem.code) }
  }
}
