import Foundation
import ProcessLifecycle
import RheaTime

#load { say("load") }
#premain { say("premain") }
#appDidFinishLaunching {
  say("launched \(ProcessLifecycle.isOnMain)")
  await Task.yield()
  say("launched, suspended \(ProcessLifecycle.isOnMain)")
}

/// A program with an asynchronous `main`.
@main
struct RheaFixtureAsync {
  static func main() async {
    say("main \(Rhea.hasFired(.appDidFinishLaunching))")
    await withCheckedContinuation { continuation in
      ProcessLifecycle.on(.didFinishLaunching) { _ in continuation.resume() }
    }
    await ProcessLifecycle.launch().finished()
    say("end \(Rhea.hasFired(.appDidFinishLaunching))")
  }
}

/// Writes a line without keeping it in a buffer.
///
/// The tests link this module too, and must not have lines in their own output.
func say(_ line: String) {
  guard CommandLine.arguments[0].hasSuffix("/RheaFixtureAsync") else { return }
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
