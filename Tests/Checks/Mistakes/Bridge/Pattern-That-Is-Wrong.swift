// The pattern of the calls that a wire begins with has empty braces.
import Bridge

#bridge(on: .call("kl://feed/{}"), run: "LoadFeed")
// 31: error: the route pattern 'kl://feed/{}' is wrong at offset 11: '' is not a name. Start it
//   with a letter or '_', and continue with letters, digits, '_' and '-', as in '{id}', '{id:Int}',
//   '{id?}' and '{*path}'. (from macro 'bridge')
