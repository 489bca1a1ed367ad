import Bridge
import Dispatch
import Foundation

// A program that posts what its forwarder waits for: on the main queue, and then elsewhere.

func post() {
  NotificationCenter.default.post(
    name: UIApplication.didEnterBackgroundNotification, object: nil)
}

Rhea.on(.appDidFinishLaunching, priority: .veryLow) {
  DispatchQueue.main.async {
    post()
    print("posted on the main queue")
    DispatchQueue.global().async {
      Rhea.on(.didEnterBackground, priority: .veryLow) { exit(0) }
      post()
    }
  }
}
if CommandLine.arguments.contains("RunLoop") { RunLoop.main.run() } else { dispatchMain() }
