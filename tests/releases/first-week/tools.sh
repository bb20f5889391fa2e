# Read before each step: what the checks use.
cert=/etc/ssl/kho/fullchain.pem
journal() {
  journalctl -u kho -o cat
}
# The last password that is printed on standard input.
password() {
  sed -n 's/^Password *//p' | tail -1
}
# The status of an answer, whose body is in /tmp/answer.
answer() {
  curl --silent --output /tmp/answer --cacert $cert --write-out '%{http_code}\n' "$@"
}
# EMAIL PASSWORD
sign_in() {
  answer https://kho.test/api/auth/login --header 'origin: https://kho.test' --cookie-jar /tmp/cookies \
    --data-urlencode "username=$1" --data-urlencode "password=$2"
}
# METHOD PATH JSON: a call of the user who has signed in last.
call() {
  answer --request "$1" "https://kho.test/api$2" --header 'origin: https://kho.test' --cookie /tmp/cookies --json "$3"
}
# EMAIL PASSWORD NEW: the first sign-in.
settle() {
  sign_in "$1" "$2"
  call PUT /user/change-password "{\"current_password\":\"$2\",\"new_password\":\"$3\"}"
  call PUT /user/init-pin '{"pin":"2580"}'
  call POST /user/confirm-identity '{"pin":"2580"}'
}
# PATH [OPTIONS OF CURL]: a request to the storage with the customer's key.
storage() {
  curl --silent --show-error --fail --cacert $cert --aws-sigv4 aws:amz:us-east-1:s3 --user "$(cat /srv/key)" \
    --header 'x-amz-content-sha256: UNSIGNED-PAYLOAD' "https://s3.kho.test$1" "${@:2}"
}
