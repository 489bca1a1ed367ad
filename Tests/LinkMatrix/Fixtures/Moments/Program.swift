import Common
import Dispatch
import Glibc
import ProcessLifecycle
import RheaTime
import SectionRegistry
import Synchronization

#load { say("program load") }
#load {
  // A library opened by a callback, before `main`.
  if CommandLine.arguments.contains("nested") { open(CommandLine.arguments.last!) }
}
#load {
  await Task.yield()
  Program.hasRun()
}
#rhea(time: .premain, async: true) {
  await Task.yield()
  Program.hasRun()
}
#premain { say("program premain") }
#appDidFinishLaunching { say("program launched") }

/// Opens a library behind the registry's back.
private func open(_ path: String) {
  if dlopen(path, RTLD_NOW) == nil { say(String(cString: dlerror())) }
}

/// Opens libraries as its arguments say, triggers an event of its own, and ends
/// when the callbacks that suspend have returned.
@main
struct Program {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let (mode, paths) = (arguments.first ?? "", arguments.dropFirst())
    Rhea.errorHandler = { say("\($0.code) \($0.event)") }
    say("main")
    switch mode {
    case "open":
      for path in paths + paths { open(path) }
    case "load":
      for path in paths + paths {
        do { _ = try SectionRegistry.loadLibrary(at: path) } catch { say("\(error)") }
      }
    case "late":
      ProcessLifecycle.launch()
      for path in paths { open(path) }
      for problem in Rhea.problems {
        say("\(problem.severity) \(problem.code) \(problem.locations.map(\.module))")
      }
    case "thread":
      DispatchQueue.global().async {
        for path in paths { open(path) }
        DispatchQueue.main.async { hasRun() }
      }
    // Without the callback for premain that says that it has run.
    case "disabled": hasRun()
    default: break
    }
    say("opened")
    if mode != "thread" {
      Rhea.trigger(event: "custom")
      hasRun()
    }
    dispatchMain()
  }

  private static let runs = Atomic(0)

  /// Ends the program when three have said that they have run, and it has
  /// launched.
  static func hasRun() {
    guard runs.add(1, ordering: .sequentiallyConsistent).newValue == 3 else { return }
    Task { @MainActor in
      await ProcessLifecycle.launch().finished()
      say("end")
      exit(0)
    }
  }
}
