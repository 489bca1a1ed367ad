import Pharos

final class Greeter {
  @Relayed var text = ""
}

let greeter = Greeter()
greeter.$text.whenDidSet { changes in print(changes.new) }
greeter.text = "hello"
