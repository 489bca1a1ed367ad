// A local variable is used in a callback that is declared beside it.
import RheaTime

func remember(_ user: String) {
  #rhea(time: "userDidLogin") { print(user) }
  // 3: error: a record cannot be declared inside a function, because it is part of the binary and
  //   not of a call; move it to file scope or into a type (from macro 'rhea')
  // 3: note: replace it with 'Rhea.on("userDidLogin") { print(user) }'
}
