import Foundation
import ProcessLifecycle
import SectionRegistry

/// Two mistakes, which are reported when the phases begin.
enum Mistakes {
  #record("life", key: "terminate", as: LifecycleDeclaration.self) {
    .listener { _ in say("never") }
  }

  #record("life", key: "premain", as: LifecycleDeclaration.self) {
    .listener { _ in say("never") }
  }
}

/// A program with an asynchronous `main`, for what differs there.
@main
struct LifecycleAsyncFixture {
  static func main() async {
    ProcessLifecycle.on(.willFinishLaunching) { _ in
      say("will \(ProcessLifecycle.isOnMain)")
      await Task.yield()
      say("will done \(ProcessLifecycle.isOnMain)")
    }
    ProcessLifecycle.on(.exit) { _ in say("exit") }
    if CommandLine.arguments.contains("problems") {
      ProcessLifecycle.errorHandler = { say("problem: \($0)") }
    }
    say("before \(ProcessLifecycle.isOnMain)")
    await withCheckedContinuation { continuation in
      ProcessLifecycle.on(.didFinishLaunching) { _ in
        say("did \(ProcessLifecycle.isOnMain)")
        continuation.resume()
      }
    }
    await Task { @MainActor in say("main actor \(ProcessLifecycle.isOnMain)") }.value
    await Task.detached { say("detached \(ProcessLifecycle.isOnMain)") }.value
  }
}

/// Writes a line without keeping it in a buffer.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
