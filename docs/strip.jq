# Takes prompts, replies, credentials, and names and addresses of persons out of an export:
#   jq -c -f docs/strip.jq export.json > export.stripped.json
#   jq -c --arg of channels -f docs/strip.jq channels.json > channels.stripped.json
# Needs jq 1.6 or newer. Generated from the table of names that the service refuses.

# Kind, what of a name is compared, and with what; the first that matches decides.
def rules: [
  ["needless","name","username"],
  ["needless","name","ip"],
  ["needless","name","sourceip"],
  ["needless","name","tokenname"],
  ["harmless","ending","prompttoken"],
  ["harmless","ending","completiontoken"],
  ["harmless","ending","inputtoken"],
  ["harmless","ending","outputtoken"],
  ["harmless","ending","totaltoken"],
  ["harmless","ending","cachetoken"],
  ["harmless","ending","cachedtoken"],
  ["harmless","ending","reasoningtoken"],
  ["harmless","ending","audiotoken"],
  ["harmless","ending","imagetoken"],
  ["harmless","ending","texttoken"],
  ["harmless","ending","nexttoken"],
  ["harmless","ending","pagetoken"],
  ["harmless","ending","publickey"],
  ["harmless","ending","idempotencykey"],
  ["harmless","ending","cachekey"],
  ["harmless","ending","primarykey"],
  ["harmless","ending","checkoutsession"],
  ["harmless","ending","checkoutsessionid"],
  ["harmless","ending","monkey"],
  ["harmless","ending","turkey"],
  ["harmless","ending","donkey"],
  ["harmless","ending","hockey"],
  ["harmless","ending","jockey"],
  ["harmless","ending","whiskey"],
  ["content","ending","prompt"],
  ["content","ending","content"],
  ["content","ending","messages"],
  ["content","name","completion"],
  ["content","name","response"],
  ["content","name","choices"],
  ["content","name","inputtext"],
  ["content","name","requestbody"],
  ["content","name","responsebody"],
  ["content","name","proxyserverrequest"],
  ["token","ending","token"],
  ["secret","ending","key"],
  ["secret","ending","accesskeyid"],
  ["secret","ending","secret"],
  ["secret","ending","password"],
  ["secret","ending","passwd"],
  ["secret","ending","passphrase"],
  ["secret","ending","passwordhash"],
  ["secret","ending","authorization"],
  ["secret","ending","auth"],
  ["secret","ending","cookie"],
  ["secret","ending","session"],
  ["secret","ending","sessionid"],
  ["secret","ending","jwt"],
  ["secret","ending","bearer"],
  ["secret","ending","credential"],
  ["secret","word","ak"],
  ["secret","word","sk"],
  ["secret","word","pwd"],
  ["secret","name","providerpayload"],
  ["person","ending","email"],
  ["person","ending","phone"],
  ["person","ending","address"],
  ["person","ending","username"],
  ["person","word","ip"],
  ["channel","name","setting"],
  ["channel","name","config"],
  ["channel","name","proxy"],
  ["channel","name","plugin"],
  ["channel","name","other"],
  ["channel","name","modelheader"],
  ["channel","name","customparameter"],
  ["channel","ending","override"],
  ["address","name","baseurl"]
];
def written: ["value","text","string","list","data","json","raw","header","headers","en","zh"];
def test_labels: ["模型测试"];

def in_singular:
  if endswith("s") then ., .[:-1], .[:-2], (if endswith("ies") then .[:-3] + "y" else empty end) else . end;

# The rule for a name, compared by its words without case, separators and plural.
def rule($channels):
  [scan("[A-Z]?[a-z]+|[A-Z]+") | ascii_downcase] as $words
  | ($words | until(length < 2 or (.[-1] | IN(written[]) | not); .[:-1])) as $without_written
  | [$words, $without_written | add // "" | in_singular] as $forms
  | [$words, $without_written | .[-1] // "" | in_singular] as $lasts
  | first(
      rules[]
      | . as [$kind, $compares, $name]
      | select($channels or ($kind | IN("channel", "address") | not))
      | select(
          if $compares == "ending" then any($forms[]; endswith($name))
          elif $compares == "word" then any($lasts[]; . == $name)
          else any($forms[]; . == $name) end)
      | if $name == "tokenname" then "token_name" else $kind end)
  // "harmless"
  | select(. != "harmless");

def nothing: . == null or . == "" or . == {} or . == [] or . == "{}" or . == "[]" or . == "null";
def numeric: type == "number" or type == "boolean" or (type == "string" and test("^-?[0-9]+([.][0-9]+)?$"));

# What may hold objects: structures, and texts of them. Blanks sort before the first printable character.
def nested:
  if type == "string" then startswith("{") or startswith("[") or startswith("\"") or (. < "!" and . != "")
  else type == "object" or type == "array" end;
# What a text of JSON holds that may hold objects, or null. In an array, for jq 1.6 lets a try catch what goes wrong after it, too.
def opened: [try fromjson catch null][0] | if nested then . else null end;
def count:
  if type == "string" then nothing or test("^-?[0-9][0-9., ]*$")
  elif type == "object" or type == "array" then all(.[]; count)
  else true end;

# What discloses nothing stays.
def goes($rule):
  if . == null then false
  elif $rule == "needless" then true
  elif $rule == "token_name" then IN(test_labels[]) | not
  elif type == "boolean" or nothing then false
  elif $rule == "content" then numeric | not
  elif $rule == "token" then count | not
  else true end;

def objects_within:
  if type == "object" then ., (.[] | select(nested) | objects_within)
  elif type == "array" then .[] | select(nested) | objects_within
  else opened | select(. != null) | objects_within end;

# A channel within a row has the rules of a channel list.
def strip($rules; $of_channel):
  if type == "object" then
    . as $object
    | [$rules[] | select($object[.name] as $value | .rule as $rule | $value | goes($rule)) | [.name]] as $gone
    | if $gone == [] then . else delpaths($gone) end
    | reduce (keys_unsorted[] | select($object[.] | nested)) as $name (.;
        .[$name] = ($object[$name] | strip(if $name == "channel" then $of_channel else $rules end; $of_channel)))
  elif type == "array" then map(if nested then strip($rules; $of_channel) else . end)
  else
    opened as $inside
    | ($inside | if . == null then . else strip($rules; $of_channel) end) as $left
    | if $left == $inside then . else $left | tojson end
  end;

(reduce objects_within as $object ({}; . + $object) | keys_unsorted) as $names
| def rules($channels): [$names[] | {name: ., rule: rule($channels)}];
  rules(true) as $of_channel
| strip(if $ARGS.named.of == "channels" then $of_channel else rules(false) end; $of_channel)
