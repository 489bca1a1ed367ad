import MomentsContract
import ProcessLifecycle

// Account and Feed are linked because the manifest names them. No module
// imports them.

/// Launches, loses the connection, and lists who waits for what.
@main
struct MomentsApp {
  static func main() async {
    print("main")
    await ProcessLifecycle.launch().finished()
    await Rhea.run(event: .connectionDidDrop)

    print("\nWho waits for connectionDidDrop:")
    for callback in Rhea.callbacks(for: .connectionDidDrop) {
      print("  \(callback.location.module) at \(callback.location), \(callback.state)")
    }
  }
}
